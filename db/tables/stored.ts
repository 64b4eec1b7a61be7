/**
 * A body that goes into a table as it is: does not compile where a field of it has no column there, which a spread
 * would hide.
 */
export type Stored<Table, Body> = [Exclude<keyof Body, keyof Table>] extends [never]
  ? Body
  : { 'fields without a column': Exclude<keyof Body, keyof Table> }
