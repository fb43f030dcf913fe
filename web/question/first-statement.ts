/** The SQL statement of a new question. In every project with events it returns rows. */
export const FIRST_STATEMENT = `select event, count() as events
from events
where timestamp > now() - interval 7 day
group by event
order by events desc
limit 100`
