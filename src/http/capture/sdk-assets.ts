import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { ErrorBody } from '#contract/error-body.ts'
import { AssetPath, SCRIPT_TYPE, ScriptAnswer, VersionedAssetPath } from '#contract/sdk.ts'
import { route } from '#http/server/route.ts'
import { notFound } from '#shared/request-error.ts'
import { namesEntityTag } from './entity-tag.ts'
import { openSdkAssets, type SdkAssets } from './sdk-asset-files.ts'

const ANY_VERSION = 'public, max-age=3600'
const ONE_VERSION = 'public, max-age=31536000, immutable'

const SCRIPT = {
  summary: 'A script of the browser SDK',
  tag: 'sdk',
  isOpen: true,
  answer: ScriptAnswer,
  responses: { 304: z.undefined(), 404: ErrorBody },
} as const

/** Registers the browser SDK and its extensions, so that a page loads them from this server. */
export function sdkAssetRoutes(app: FastifyInstance): void {
  const assets = openSdkAssets()
  route(app, { get: '/static/:name', ...SCRIPT, params: AssetPath }, async (request, reply) =>
    sendAsset(assets, request.params.name, ANY_VERSION, request, reply),
  )
  route(
    app,
    { get: '/static/:name/:file', ...SCRIPT, params: VersionedAssetPath },
    async (request, reply) => {
      const { name: version, file } = request.params
      // Caches may keep a response only if the request asks for the installed version. A request for
      // another version also gets the scripts of the installed one.
      const isInstalled = version === assets.version
      return sendAsset(assets, file, isInstalled ? ONE_VERSION : ANY_VERSION, request, reply)
    },
  )
}

async function sendAsset(
  assets: SdkAssets,
  name: string,
  caching: string,
  { headers }: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const asset = await assets.find(name)
  if (asset === null) throw notFound()
  const isZipped = acceptsGzip(headers['accept-encoding'])
  const tag = isZipped ? asset.tag.replace(/"$/, '-gzip"') : asset.tag
  reply
    .header('ETag', tag)
    .header('Cache-Control', caching)
    .header('Vary', 'Origin, Accept-Encoding')
    .header('X-Content-Type-Options', 'nosniff')
  if (namesEntityTag(headers['if-none-match'], tag)) return reply.code(304).send()
  if (isZipped) reply.header('Content-Encoding', 'gzip')
  return reply.type(SCRIPT_TYPE).send(isZipped ? asset.gzipped : asset.plain)
}

/**
 * Returns whether an `Accept-Encoding` header accepts gzip. It does if it has `gzip`, or else `*`, with a
 * weight above zero.
 */
export function acceptsGzip(header: string | undefined): boolean {
  const weights = new Map(
    (header ?? '').split(',').map((one) => {
      const [coding = '', weight = 'q=1'] = one.toLowerCase().split(';')
      return [coding.trim(), Number(weight.trim().replace(/^q=/, ''))]
    }),
  )
  return (weights.get('gzip') ?? weights.get('*') ?? 0) > 0
}
