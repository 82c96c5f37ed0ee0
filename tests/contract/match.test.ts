import { expect, test } from 'vitest'
import { matchOperation } from '../../mocks/base/contract/match.ts'
import { model } from '../../openapi/generated/model.ts'
import { operations } from '../../openapi/generated/operations.ts'

test('every operation is matched by its own method and path', () => {
  const missed = operations.filter((operation) => {
    const { method, path, id } = operation
    if (!('resource' in operation)) return matchOperation(method, path)?.id !== id
    const { toOne, toMany } = model[operation.resource]
    const [navigation = ''] = [...Object.keys(toOne), ...Object.keys(toMany)]
    return matchOperation(method, path.replace('{navigation}', navigation))?.id !== id
  })
  expect(missed).toEqual([])
})

test.each([
  ["/v7/device(uuid='ab12')", 'device.get'],
  ["/v7/application(slug='acme/gates')", 'application.get'],
  ['/v7/application(slug=%27acme%2Fgates%27)', 'application.get'],
  ["/v7/device_tag(device=1,tag_key='it''s (odd)')", 'device_tag.get'],
  ['/v7/device(uuid=@u)', 'device.get'],
  ['/v7/device__has__tag_key', 'device_tag.list'],
  ['/v7/device/$count', 'device.count'],
  ['/v7/device(1)/device__has__tag_key', 'device.navigate'],
  ['/config/', 'config.platform'],
  ['/config/vars', 'config.variables'],
])('GET %s is %s', (path, id) => {
  expect(matchOperation('GET', path)?.id).toBe(id)
})

test.each([
  ['GET', '/'],
  ['GET', '/v6/device'],
  ['GET', '/v7/device(1'],
  ['GET', '/v7/device/count'],
  ['GET', '/v7/device(1)/canAccess'],
  ['POST', '/v7/device(1)'],
  ['DELETE', '/login_'],
  ['GET', '/device/v2/ab/12/logs'],
])('%s %s matches no operation', (method, path) => {
  expect(matchOperation(method, path)).toBeUndefined()
})
