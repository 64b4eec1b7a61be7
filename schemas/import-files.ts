import type { FileSource } from './imports.ts'

// Bodies that are files: they are described in OpenAPI only, since nothing validates them.

/** The format of a file by its content type, where `source` does not say it. */
export const FILE_TYPES: Record<string, FileSource> = {
  'application/x-ndjson': 'waymark',
  'application/ndjson': 'waymark',
  'text/csv': 'csv',
  'application/sql': 'yourls-sql',
  'text/plain': 'csv',
  'application/octet-stream': 'csv',
}

const fileOf = (description: string, example: string) => ({
  schema: { type: 'string', description, examples: [example] },
})

/** The body of an import. */
export const fileBody = {
  content: {
    'text/csv': fileOf(
      'A CSV file in UTF-8 with a header line.',
      'Long URL,Short code\nhttps://example.com/page,summer-sale\n',
    ),
    'application/x-ndjson': fileOf(
      'An export of this service.',
      '{"kind":"export","format":"waymark-export","version":1}\n{"kind":"link","id":1,"alias":"moved","url":"https://example.com"}\n{"kind":"end"}\n',
    ),
    'application/sql': fileOf(
      'A dump of the tables of YOURLS.',
      "INSERT INTO `yourls_url` VALUES ('moved-sql','https://example.com','','2024-01-02 03:04:05','',7);\n",
    ),
  },
}

/** The response with a report. */
export const reportFile = {
  description: 'The outcome of each row.',
  content: {
    'text/csv': {
      schema: {
        type: 'string',
        description: 'A table with a header line.',
        examples: ['row,kind,alias,outcome,errors,notes\r\n2,link,summer-sale,created,,\r\n'],
      },
    },
    'application/x-ndjson': {
      schema: {
        type: 'string',
        description: 'One JSON object a line.',
        examples: ['{"row":2,"kind":"link","alias":"summer-sale","outcome":"created","errors":null,"notes":null}\n'],
      },
    },
  },
}
