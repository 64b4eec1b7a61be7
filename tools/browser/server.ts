import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pageHeaders } from '../../src/html/layout.ts'
import type { Scene } from './scene.ts'

const PICTURE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="320"><path fill="#d9a441" d="M0 0h600v320H0z"/><path d="M0 320 180 90l110 140 90-80 220 170z" fill="#345b4c"/></svg>'

/**
 * Serves each scene at `/<name>` with the service's headers, and a destination at `/there` (on `localhost`: another
 * origin).
 */
export async function serveScenes(
  scenesFor: (destination: string) => Scene[],
  port: number,
): Promise<{ origin: string; scenes: Scene[]; server: Server }> {
  let scenes: Scene[] = []
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const scene = scenes.find(({ name }) => `/${name}` === pathname)
    if (scene !== undefined) response.writeHead(200, pageHeaders(scene.page)).end(scene.page.html)
    else if (pathname === '/there') {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      response.end(
        '<!doctype html><html lang="en"><title>There</title><main><h1>The destination</h1><p>You have arrived.</p></main>',
      )
    } else if (pathname === '/picture/scenesscenes1234.png')
      response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(PICTURE)
    else if (pathname === '/favicon.ico') response.writeHead(204).end()
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  scenes = scenesFor(`${origin.replace('127.0.0.1', 'localhost')}/there`)
  return { origin, scenes, server }
}
