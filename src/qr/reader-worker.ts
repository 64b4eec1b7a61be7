import { parentPort, workerData } from 'node:worker_threads'
import { type Bitmap, readPixels } from './reader.ts'

parentPort?.postMessage(readPixels(workerData as Bitmap))
