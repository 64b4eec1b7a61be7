/**
 * A request body whose fields are written to the columns of the same name. A field without a column is a compile
 * error, which a spread would hide.
 */
export type Stored<Table, Body> = [Exclude<keyof Body, keyof Table>] extends [never]
  ? Body
  : { 'fields without a column': Exclude<keyof Body, keyof Table> }
