/** What kinds of abuse visitors can report. */
export const REPORT_KINDS = ['phishing', 'malware', 'spam', 'illegal', 'other'] as const
export type ReportKind = (typeof REPORT_KINDS)[number]
