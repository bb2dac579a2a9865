import type { ColumnType } from 'kysely'

/** Our type parsers give timestamptz as ISO text in UTC; both text and Date are accepted when writing. */
export type Timestamp = ColumnType<string, string | Date, string | Date>
export type InstanteOuNulo = ColumnType<string | null, string | Date | null | undefined, string | Date | null>
/** jsonb: read parsed, written as JSON text. */
// biome-ignore lint/suspicious/noExplicitAny: the shape of a jsonb column belongs to the slice that reads it
export type Json = ColumnType<any, string | null | undefined, string | null>
