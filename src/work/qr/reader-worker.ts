import { parentPort, workerData } from 'node:worker_threads'
import { type Pixels, readPixels } from './reader.ts'

parentPort?.postMessage(readPixels(workerData as Pixels))
