import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { ErrorBody } from '#contract/error-body.ts'
import { AssetPath, SCRIPT_TYPE, ScriptAnswer, VersionedAssetPath } from '#contract/sdk.ts'
import { notFound } from '#shared/request-error.ts'
import { namesEntityTag } from './entity-tag.ts'
import { openSdkAssets, type SdkAssets } from './sdk-asset-files.ts'

const ANY_VERSION = 'public, max-age=3600'
const ONE_VERSION = 'public, max-age=31536000, immutable'

/** The browser SDK and its extensions, from this server: a page needs no other host. */
export function sdkAssetRoutes(): FastifyPluginAsyncZod {
  return async (app) => {
    const assets = openSdkAssets()
    const schema = {
      tags: ['sdk'],
      summary: 'A script of the browser SDK',
      security: [],
      response: {
        200: ScriptAnswer,
        304: z.undefined(),
        404: ErrorBody,
        414: ErrorBody,
        500: ErrorBody,
        503: ErrorBody,
      },
    }
    app.get('/static/:name', { schema: { ...schema, params: AssetPath } }, async (request, reply) =>
      sendAsset(assets, request.params.name, ANY_VERSION, request, reply),
    )
    app.get(
      '/static/:name/:file',
      { schema: { ...schema, params: VersionedAssetPath } },
      async (request, reply) => {
        const { name: version, file } = request.params
        // Another version than the one asked for must not stay in a cache under its name.
        const isSame = version === assets.version
        return sendAsset(assets, file, isSame ? ONE_VERSION : ANY_VERSION, request, reply)
      },
    )
  }
}

async function sendAsset(
  assets: SdkAssets,
  name: string,
  caching: string,
  { headers }: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const asset = await assets.read(name)
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

/** Whether an `Accept-Encoding` takes gzip: it is named, or everything is, and not with a weight of zero. */
export function acceptsGzip(header: string | undefined): boolean {
  const weights = new Map(
    (header ?? '').split(',').map((one) => {
      const [coding = '', weight = 'q=1'] = one.toLowerCase().split(';')
      return [coding.trim(), Number(weight.trim().replace(/^q=/, ''))]
    }),
  )
  return (weights.get('gzip') ?? weights.get('*') ?? 0) > 0
}
