import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import type { SpanExporter } from '@opentelemetry/sdk-trace-base'
import type { Config } from '../config/config.ts'

const EXPORT_MS = 5000
const OK = 0

/** Reads `name=value` pairs separated by commas, with values in percent-encoding, as OpenTelemetry specifies them. */
export function readHeaders(text: string): Record<string, string> {
  const pairs = text.split(',').filter((pair) => pair.trim() !== '')
  return Object.fromEntries(
    pairs.map((pair) => {
      const [name = '', ...value] = pair.split('=')
      return [name.trim(), decodeURIComponent(value.join('=').trim())]
    }),
  )
}

/** An exporter to a collector over HTTP with JSON, and `report`, which sets the listener for its outcomes. */
export function createExporter(config: Config) {
  const exporter = new OTLPTraceExporter({
    url: `${config.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/+$/, '')}/v1/traces`,
    headers: readHeaders(config.OTEL_EXPORTER_OTLP_HEADERS),
    timeoutMillis: EXPORT_MS,
  })
  let onChange: (error: Error | undefined) => void = () => {}
  let isFailing = false
  const reporting: SpanExporter = {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const hasFailed = result.code !== OK
        if (hasFailed !== isFailing) onChange(hasFailed ? (result.error ?? new Error('The export failed.')) : undefined)
        isFailing = hasFailed
        done(result)
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush(),
  }
  return {
    exporter: reporting,
    report: (listener: typeof onChange) => {
      onChange = listener
    },
  }
}
