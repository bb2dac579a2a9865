import type { ColumnType } from 'kysely'

/** Our type parsers give timestamptz as ISO text in UTC; both text and Date are accepted when writing. */
export type Timestamp = ColumnType<string, string | Date, string | Date>
export type InstanteOuNulo = ColumnType<string | null, string | Date | null | undefined, string | Date | null>
/** jsonb: read parsed, written as JSON text; of what, where the domain has its shape. */
// biome-ignore lint/suspicious/noExplicitAny: another shape belongs to the slice that reads it
export type Json<T = any> = ColumnType<T | null, string | null | undefined, string | null>
