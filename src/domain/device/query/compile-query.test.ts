import { PinejsClientCore } from 'pinejs-client-core'
import { expect, test } from 'vitest'
import { compileQuery } from './compile-query.ts'
import { parseQuery } from './parse-query.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')

class Compiler extends PinejsClientCore {
  override _request = () => Promise.reject(new Error('Nothing is asked'))
}
const compiler = new Compiler({ apiPrefix: '/v7/' })

/** The filter as it is sent. */
function wired(text: string): string {
  const parsed = parseQuery(text)
  if (!parsed.ok || parsed.query === undefined) throw new Error(text)
  const url = compiler.compile({
    resource: 'device',
    options: { $filter: compileQuery(parsed.query, NOW) as object },
  })
  return decodeURIComponent(url).replace('device?$filter=', '')
}

test.each([
  ['name = Gate', "(tolower(device_name)) eq 'gate'"],
  ['name ~ Gate', "contains(tolower(device_name),'gate')"],
  ['name !~ gate', "not(contains(tolower(device_name),'gate'))"],
  ['status = updating', "overall_status eq 'updating' and is_frozen eq false"],
  ['online = no', 'is_online eq false'],
  ['cpu >= 80', 'cpu_usage ge 80'],
  ['seen < 2h', "last_connectivity_event lt datetime'2026-11-20T10:00:00.000Z'"],
  ['created > 2026-11-01', "created_at gt datetime'2026-11-01T00:00:00.000Z'"],
  ['heartbeat in (online, timeout)', "api_heartbeat_state in ('online','timeout')"],
  ['note is empty', "(note eq null) or (note eq '')"],
  ['pinned = no', 'is_pinned_on__release eq null'],
  ['tag.env = Prod', "device_tag/any(t:(t/tag_key eq 'env') and (tolower(t/value) eq 'prod'))"],
  ['tag.env is empty', "not(device_tag/any(t:t/tag_key eq 'env'))"],
  [
    'Gate',
    "contains(tolower(device_name),'gate') or device_tag/any(dt:not(startswith(dt/tag_key,'flotilla.')) and contains(tolower(dt/value),'gate'))",
  ],
  [
    'release = 1.2',
    "is_running__release/any(r:(tolower(r/raw_version) eq '1.2') or (startswith(tolower(r/commit),'1.2')))",
  ],
])('%s is sent as the platform accepts it [DEVLIST-004]', (text, filter) => {
  expect(wired(text).replaceAll(/[()\s]/g, '')).toBe(filter.replaceAll(/[()\s]/g, ''))
})

test('and, or and not keep their meaning when sent', () => {
  const filter = wired('(online = yes or cpu > 3) and not frozen = yes')
  expect(filter).toBe('(is_online eq true or cpu_usage gt 3) and not(is_frozen eq true)')
})
