import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { PAGE_TYPE } from '#http/server/page/protect-page.ts'

/** The addresses of the page, which its own router handles in the browser. */
const PLACES = ['/', '/welcome', '/sign-in', '/project/*', '/account', '/account/*']

const NONCE = '__CSP_NONCE__'

const UNBUILT =
  '<!doctype html><html lang="en"><title>Throughline</title><p>The page has not been built. Run <code>npm run build</code>, then start the server again. The interface for programs is described at <a href="/api/docs/">/api/docs/</a>.'

/**
 * Serves the built page from `folder` (`dist/web`). Its assets have a hash in their names, so that caches
 * keep them for a year. The document itself is requested again each time. If the page has not been built,
 * its addresses respond with 503 and say how to build it.
 */
export async function webRoutes(app: FastifyInstance, folder: string): Promise<void> {
  const document = await readFile(join(folder, 'index.html'), 'utf8').catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null
      throw error
    },
  )
  if (document !== null)
    await app.register(fastifyStatic, {
      root: join(folder, 'assets'),
      prefix: '/assets/',
      decorateReply: false,
      index: false,
      preCompressed: true,
      immutable: true,
      maxAge: '365d',
    })
  for (const place of PLACES)
    app.get(place, { schema: { hide: true } }, async (_request, reply) => sendDocument(document, reply))
}

/**
 * Sends the document of the page. Its policy runs only scripts of this server. Mantine writes its variables
 * into a style element, which the nonce allows.
 */
function sendDocument(document: string | null, reply: FastifyReply): FastifyReply {
  const nonce = randomBytes(16).toString('base64')
  reply
    .type(PAGE_TYPE)
    .header('Cache-Control', 'no-cache')
    .header('Referrer-Policy', 'same-origin')
    .header('X-Content-Type-Options', 'nosniff')
    .header('Content-Security-Policy', policy(nonce))
  return document === null ? reply.code(503).send(UNBUILT) : reply.send(document.replaceAll(NONCE, nonce))
}

const policy = (nonce: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
