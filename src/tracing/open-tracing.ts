import type { Config } from '../config/config.ts'
import type { Tracing } from './tracing.ts'

/** Null without an address of a collector in the settings; then no package of OpenTelemetry is loaded. */
export async function openTracing(config: Config): Promise<Tracing | null> {
  if (config.OTEL_EXPORTER_OTLP_ENDPOINT === '') return null
  const { createTracing } = await import('./spans.ts')
  return createTracing(config)
}
