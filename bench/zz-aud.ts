import { createCloud } from '../mocks/cloud.ts'
import { createClock } from '../mocks/clock.ts'
import { START } from '../mocks/scenarios/scenario.ts'
import { signIn } from './asking.ts'
import { busy, quantile } from './timing.ts'
import { largestFleet } from './requests.ts'
const cloud = createCloud({ scenario: 'release-day', devices: 100_000, clock: createClock(START, 0) })
const { ask } = await signIn(cloud)
const fleet = Number((await ask(largestFleet())).d[0]?.['id'])
const select = '$select=id,uuid,device_name,overall_status,os_version,cpu_usage&$expand=is_of__device_type($select=slug),is_running__release($select=id,raw_version),device_tag($select=tag_key,value)&$top=50&$orderby=device_name asc,id asc'
const filters = [
  "os_version eq 'balenaOS 6.1.0'", "contains(tolower(os_version),'6.1')", "not(contains(tolower(device_name),'a'))", "cpu_usage gt 50", "cpu_usage gt 99", "memory_usage lt 100",
  "contains(ip_address,'10.')", "startswith(mac_address,'a')", "is_running__release/raw_version eq '4.12.1'", "is_running__release/any(r:contains(r/raw_version,'4.1'))",
  "device_tag/any(dt:dt/tag_key eq 'site' and dt/value eq 'north')", "last_connectivity_event gt datetime'2026-11-20T00:00:00.000Z'", "created_at lt datetime'2026-01-01T00:00:00.000Z'", "is_online eq false", "api_heartbeat_state eq 'offline'", "supervisor_version eq '16.1.0'", "note ne null", "is_pinned_on__release ne null", "os_variant eq 'dev'", "overall_status in ('disconnected','reduced-functionality')", "public_address eq '1.1.1.1'", "cpu_temp ge 60",
  "contains(tolower(device_name),'x') or contains(tolower(os_version),'x') or contains(tolower(mac_address),'x') or contains(tolower(ip_address),'x')",
]
for (const f of filters) {
  for (const [kind, url] of [['page', `device?${select}&$filter=belongs_to__application eq ${fleet} and ${encodeURIComponent(f)}`], ['count', `device/$count?$filter=belongs_to__application eq ${fleet} and ${encodeURIComponent(f)}`]] as const) {
    const times: number[] = []; let n: unknown
    for (let i = 0; i < 9; i++) { cloud.clock.advanceTo(cloud.clock.now() + 1000); await cloud.handle(new Request('https://api.flotilla.test/ping')); times.push(await busy(async () => { const r = await ask(url); n = Array.isArray(r.d) ? r.d.length : r.d })) }
    const t = times.slice(3).sort((a, b) => a - b)
    console.log(kind.padEnd(5), quantile(t, 0.5).toFixed(2).padStart(8), quantile(t, 0.95).toFixed(2).padStart(8), times[0]?.toFixed(1).padStart(8), String(n).padStart(7), f.slice(0, 80))
  }
}
for (const url of [`device_history?$filter=belongs_to__application eq ${fleet}&$top=50`, `device_history/$count?$filter=belongs_to__application eq ${fleet}`, `device_history?$filter=created_at ge datetime'2026-11-01T00:00:00.000Z' and created_at le datetime'2026-12-01T00:00:00.000Z' and belongs_to__application eq ${fleet}&$top=50`]) {
  const t = await busy(async () => { await ask(url) }); console.log('history', t.toFixed(1), url.slice(0, 100))
  const t2 = await busy(async () => { await ask(url) }); console.log('history again', t2.toFixed(1))
}
process.exit(0)
