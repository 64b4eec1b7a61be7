import { defineConfig } from 'orval'

export const contract = defineConfig({
  waymark: {
    input: '../../openapi.yaml',
    output: {
      target: 'generated/orval/client.ts',
      client: 'fetch',
      mode: 'single',
      baseUrl: 'http://contract.invalid',
    },
  },
})

export default contract
