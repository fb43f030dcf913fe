import { expect, test } from 'vitest'
import { useApp } from '../fixtures/use-app.ts'

const server = useApp()
const PROJECT = '/api/projects/@current'

test.each(['insights', 'dashboards'])(
  'deleted %s are listed apart from the others, until they are restored',
  async (noun) => {
    const names = async (deleted: boolean) => {
      const { body } = await server.request('GET', `${PROJECT}/${noun}/?deleted=${deleted}`)
      return body.results.map(({ name }: { name: string }) => name)
    }
    const make = async (name: string) =>
      (await server.request('POST', `${PROJECT}/${noun}/`, { name })).body.id
    const id = await make('Old')
    await make('New')
    await server.request('PATCH', `${PROJECT}/${noun}/${id}/`, { deleted: true })
    expect([await names(false), await names(true)]).toEqual([['New'], ['Old']])
    await server.request('PATCH', `${PROJECT}/${noun}/${id}/`, { deleted: false })
    expect(await names(true)).toEqual([])
    expect((await names(false)).sort()).toEqual(['New', 'Old'])
  },
)
