/** The statement of a new SQL question. It has a result in every project with events. */
export const FIRST_STATEMENT = `select event, count() as events
from events
where timestamp > now() - interval 7 day
group by event
order by events desc
limit 100`
