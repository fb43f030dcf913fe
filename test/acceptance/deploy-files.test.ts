import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { parseConfig, unknownVariables } from '../../src/app/config.ts'
import { useApp } from '../fixtures/use-app.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const textOf = (file: string) => readFileSync(`${ROOT}${file}`, 'utf8')
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found)

const server = useApp()
const DEFAULTS = parseConfig({})
const { bin, version } = JSON.parse(textOf('package.json'))
const dockerfile = textOf('Dockerfile')
const unit = textOf('deploy/throughline.service')
const nginx = textOf('deploy/nginx.conf')
const { throughline } = parse(textOf('deploy/compose.yaml')).services
const documents = parseAllDocuments(textOf('deploy/kubernetes.yaml')).map((one) => one.toJS())
const pod = documents.find(({ kind }) => kind === 'StatefulSet').spec.template.spec
const [container] = pod.containers

const pairs = (lines: readonly string[]) => Object.fromEntries(lines.map((line) => line.split('=')))
const imageVariables = pairs((/^ENV (.*)$/m.exec(dockerfile)?.[1] ?? '').split(' '))

test.each([
  ['the image', imageVariables],
  ['compose', { ...imageVariables, ...throughline.environment }],
  ['systemd', pairs(all(unit, /^Environment=(.*)$/gm))],
  [
    'Kubernetes',
    Object.fromEntries(
      container.env.map(({ name, value }: { name: string; value?: string }) => [name, value]),
    ),
  ],
])('the variables of %s are settings with valid values', (_, variables) => {
  expect(Object.keys(variables)).not.toEqual([])
  expect(unknownVariables(variables)).toEqual([])
  expect(() => parseConfig(variables)).not.toThrow()
})

test('every setting that a file or its page names is one', () => {
  const files = ['Dockerfile', 'docs/run.md', ...readdirSync(`${ROOT}deploy`).map((name) => `deploy/${name}`)]
  const names = files
    .filter((file) => existsSync(`${ROOT}${file}`) && /\.\w+$|file$/i.test(file))
    .flatMap((file) => all(textOf(file), /\b(THROUGHLINE_[A-Z_]+)\b/g))
  expect(names.length).toBeGreaterThan(5)
  expect(unknownVariables(Object.fromEntries(names.map((name) => [name, ''])))).toEqual([])
})

test('all of them use the port of the settings', () => {
  const port = String(DEFAULTS.PORT)
  expect(imageVariables.PORT).toBe(port)
  expect(all(dockerfile, /^EXPOSE (\d+)$/gm)).toEqual([port])
  expect(throughline.ports.map((one: string) => one.split(':').at(-1))).toEqual([port])
  expect(container.ports.map((one: { containerPort: number }) => String(one.containerPort))).toEqual([port])
  expect(all(nginx, /server 127\.0\.0\.1:(\d+)/g)).toEqual([port])
  expect(all(textOf('deploy/Caddyfile'), /reverse_proxy 127\.0\.0\.1:(\d+)/g)).toEqual([port])
})

test('the addresses of all probes answer', async () => {
  const { startupProbe, livenessProbe, readinessProbe } = container
  const probes = [startupProbe, livenessProbe, readinessProbe].map(({ httpGet }) => httpGet.path)
  expect(probes).toEqual(['/_health', '/_health', '/_ready'])
  const ofImage = all(dockerfile, /fetch\(`http:\/\/127\.0\.0\.1:\$\{process\.env\.PORT\}(\/\w+)`\)/g)
  expect(ofImage).toEqual(['/_health'])
  for (const path of [...probes, ...ofImage]) expect((await server.request('GET', path)).status).toBe(200)
})

test('a supervisor waits for longer than a stop takes', () => {
  const stopping = textOf('src/cli/stop-on-signal.ts')
  const ms = all(stopping, /^const (?:GRACE|CLOSE)_MS = ([\d_]+)$/gm).map((one) =>
    Number(one.replace('_', '')),
  )
  expect(ms).toHaveLength(2)
  const seconds = ms.reduce((sum, one) => sum + one, 0) / 1_000
  expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(seconds)
  expect(Number.parseInt(throughline.stop_grace_period, 10)).toBeGreaterThan(seconds)
  expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(seconds)
})

test('a proxy lets through what the server does', () => {
  expect(all(nginx, /client_max_body_size (\d+)m/g).map((mib) => Number(mib) * 1024 ** 2)).toEqual([
    DEFAULTS.THROUGHLINE_CAPTURE_BODY_BYTES,
  ])
  for (const patience of [
    ...all(nginx, /proxy_read_timeout (\d+)s/g),
    ...all(textOf('deploy/Caddyfile'), /response_header_timeout (\d+)s/g),
  ])
    expect(Number(patience)).toBeGreaterThan(2 * DEFAULTS.THROUGHLINE_QUERY_SECONDS)
})

test('the files name the program, the version and the folder of the data as they are', () => {
  for (const file of [dockerfile, unit])
    expect(file).toContain(`/${bin.throughline} serve`.replace(' serve', ''))
  expect([throughline.image, container.image].map((image: string) => image.split(':').at(-1))).toEqual([
    version,
    version,
  ])
  const [volume = ''] = all(dockerfile, /^VOLUME (\S+)$/gm)
  expect(imageVariables.THROUGHLINE_DATA_DIR).toMatch(`${volume}/`)
  expect(throughline.volumes).toEqual([`data:${volume}`])
  expect(container.volumeMounts[0]).toEqual({ name: 'data', mountPath: volume })
  const [state = ''] = all(unit, /^StateDirectory=(\S+)$/gm)
  expect(unit).toContain(`THROUGHLINE_DATA_DIR=/var/lib/${state}/data`)
})

test('the image is made of files that are there', () => {
  const allowed = all(textOf('.dockerignore'), /^!(\S+)$/gm)
  expect(allowed.filter((name) => !existsSync(`${ROOT}${name}`))).toEqual([])
  const { files } = JSON.parse(textOf('package.json'))
  const made = ['dist', 'npm-shrinkwrap.json']
  for (const file of files) if (!made.includes(file)) expect(allowed, file).toContain(file.split('/')[0])
})
