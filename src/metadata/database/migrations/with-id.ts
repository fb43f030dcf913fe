import type { CreateTableBuilder } from 'kysely'

// SQLite numbers a row by itself only for exactly `integer primary key`; PostgreSQL's form arrives with its store.
export const withId = <T extends string>(table: CreateTableBuilder<T>) =>
  table.addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
