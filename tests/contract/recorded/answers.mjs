// Responses of the open-source backend (49.0.12, recorded 2026-11-22) about content that can be created through the API on any
// platform: two fleets, thirty devices, releases, tags and variables. This module creates the content, sends the recorded requests
// in order, and compares status, content type and body, except ids and dates.

import { createHash } from 'node:crypto'

const hex = (text, length) => createHash('sha256').update(text).digest('hex').slice(0, length)

/** Creates the content and returns its ids; deletes the content of an earlier run first. */
export async function build(platform) {
  const { call, must, rows } = platform
  const post = (resource, body) => must('POST', `/v7/${resource}`, body)
  const names = ['diff-alpha', 'diff-beta']
  const uuids = names
    .flatMap((n) => Array.from({ length: 24 }, (_, i) => hex(n + 'd' + i, 32)))
    .concat(...'fFge'.split('').map((c) => c.repeat(32)))
  for (const uuid of uuids) await call('DELETE', `/v7/device(uuid='${uuid}')`)
  for (const a of await rows(`/v7/application?$select=id&$filter=app_name in ('diff-alpha','diff-beta')`))
    await must('DELETE', `/v7/application(${a.id})`)
  await call('DELETE', `/v7/user__has__public_key?$filter=title eq 't'`)
  const me = await must('GET', '/user/v1/whoami')
  const orgs = await rows('/v7/organization?$select=id,handle&$orderby=id asc')
  const org = orgs.find((o) => ['admin', 'acme_logistics'].includes(o.handle)) ?? orgs[0]
  const types = await rows('/v7/application_type?$select=id,slug')
  const type =
    types.find((t) => t.slug === 'microservices') ?? types.find((t) => t.slug === 'default') ?? types[0]
  const [deviceType] = await rows(`/v7/device_type?$select=id&$filter=slug eq 'raspberrypi4-64'`)
  const ids = {
    me: me.id,
    org: org.id,
    handle: org.handle,
    dt: deviceType.id,
    apps: [],
    devices: [],
    releases: [],
    services: [],
    images: [],
    tags: [],
    vars: [],
  }
  for (const [k, name] of names.entries()) {
    const app = await post('application', {
      app_name: name,
      is_for__device_type: deviceType.id,
      organization: org.id,
      application_type: type.id,
    })
    ids.apps.push({ id: app.id, uuid: app.uuid })
    for (const service of ['main', 'proxy'])
      ids.services.push((await post('service', { application: app.id, service_name: service })).id)
    for (let r = 0; r < 2; r++) {
      const at = '2026-10-01T10:0'
      const release = await post('release', {
        belongs_to__application: app.id,
        commit: hex(name + r, 40),
        composition: { version: '2.4', services: { main: { image: 'x' }, proxy: { image: 'y' } } },
        status: 'success',
        source: 'cloud',
        semver: `1.${r}.0`,
        is_final: true,
        start_timestamp: at + '0:00.000Z',
        end_timestamp: at + '5:00.000Z',
        update_timestamp: at + '5:00.000Z',
      })
      ids.releases.push(release.id)
      for (const [i, service] of ['main', 'proxy'].entries()) {
        const image = await post('image', {
          is_a_build_of__service: ids.services[k * 2 + i],
          status: 'success',
          start_timestamp: at + '0:00.000Z',
          end_timestamp: at + '4:00.000Z',
          push_timestamp: at + '4:30.000Z',
          image_size: 1000000 + r,
          project_type: 'dockerfile',
          dockerfile: 'FROM x',
          content_hash: 'sha256:' + hex(name + service + r, 64),
        })
        ids.images.push(image.id)
        await post('release_image', { image: image.id, is_part_of__release: release.id })
      }
      await post('release_tag', { release: release.id, tag_key: 'channel', value: r ? 'stable' : 'old' })
    }
    for (const [key, value] of [
      ['owner', 'ops'],
      ['area', 'north'],
    ])
      await post('application_tag', { application: app.id, tag_key: key, value })
    await post('application_environment_variable', { application: app.id, name: 'LOG_LEVEL', value: 'info' })
    await post('application_config_variable', {
      application: app.id,
      name: 'RESIN_SUPERVISOR_POLL_INTERVAL',
      value: '900000',
    })
    await post('service_environment_variable', { service: ids.services[k * 2], name: 'MODE', value: 'prod' })
    for (let i = 0; i < (k ? 6 : 24); i++) {
      const uuid = hex(name + 'd' + i, 32)
      const device = await post('device', {
        uuid,
        device_name: `dev-${name.slice(5)}-${String(i).padStart(2, '0')}`,
        belongs_to__application: app.id,
        is_of__device_type: deviceType.id,
      })
      ids.devices.push({ id: device.id, uuid })
      if (i % 3 === 0) await must('PATCH', `/v7/device(${device.id})`, { note: `note ${i} it's` })
      ids.tags.push(
        (
          await post('device_tag', {
            device: device.id,
            tag_key: 'site',
            value: ['lagos', 'porto', 'Oslo'][i % 3],
          })
        ).id,
      )
      if (i % 4 === 0)
        ids.tags.push((await post('device_tag', { device: device.id, tag_key: 'rack', value: String(i) })).id)
      if (i % 5 === 0)
        ids.vars.push(
          (await post('device_environment_variable', { device: device.id, name: 'NO', value: String(i) })).id,
        )
      if (i % 8 === 0)
        await post('device_config_variable', {
          device: device.id,
          name: 'RESIN_HOST_CONFIG_gpu_mem',
          value: '16',
        })
    }
    await must('PATCH', `/v7/device(${ids.devices.at(-1).id})`, {
      is_pinned_on__release: ids.releases[k * 2],
    })
  }
  return ids
}

// «D3» is the id of the fourth device, «U3» its UUID, «A0» a fleet, «AU0» its UUID, «R» release, «S» service, «I» image, «T» tag, «V» variable.
const ID = {
  A: (x, n) => x.apps[n]?.id,
  AU: (x, n) => x.apps[n]?.uuid,
  D: (x, n) => x.devices[n]?.id,
  U: (x, n) => x.devices[n]?.uuid,
  R: (x, n) => x.releases[n],
  S: (x, n) => x.services[n],
  I: (x, n) => x.images[n],
  T: (x, n) => x.tags[n],
  V: (x, n) => x.vars[n],
  ME: (x) => x.me,
  ORG: (x) => x.org,
  DT: (x) => x.dt,
}
const place = (text, ids) => text.replace(/«([A-Z]+)(\d+)»/g, (_, kind, n) => ID[kind](ids, Number(n)) ?? 0)
function placeIn(value, ids) {
  if (typeof value === 'string') {
    const reference = value.match(/^«([A-Z]+)\d+»$/)
    const text = place(value, ids)
    return reference && !['U', 'AU'].includes(reference[1]) ? Number(text) : text
  }
  if (Array.isArray(value)) return value.map((v) => placeIn(v, ids))
  return value && typeof value === 'object'
    ? Object.fromEntries(Object.entries(value).map(([k, v]) => [k, placeIn(v, ids)]))
    : value
}

const TARGET = {
  belongs_to__application: 'application',
  application: 'application',
  device: 'device',
  release: 'release',
  is_running__release: 'release',
  is_pinned_on__release: 'release',
  should_be_running__release: 'release',
  is_part_of__release: 'release',
  is_provided_by__release: 'release',
  service: 'service',
  installs__service: 'service',
  is_a_build_of__service: 'service',
  owns__device: 'device',
  owns__release: 'release',
  is_running_on__device: 'device',
}
function comparer(ids) {
  const known = new Map()
  for (const [kind, list] of [
    ['application', ids.apps],
    ['device', ids.devices],
    ['release', ids.releases],
    ['service', ids.services],
  ])
    list.forEach((row, i) =>
      known.set(`${kind}:${typeof row === 'object' ? row.id : row}`, kind[0].toUpperCase() + i),
    )
  const plain = (value, key, resource) => {
    if (Array.isArray(value)) return value.map((v) => plain(v, key, resource))
    if (value && typeof value === 'object')
      return Object.fromEntries(
        Object.keys(value)
          .sort()
          .map((k) => [
            k,
            k === 'id' || k === '__id'
              ? value[k] === null
                ? null
                : (known.get(`${TARGET[key] ?? resource}:${value[k]}`) ?? '#')
              : k === '__metadata'
                ? 'M'
                : plain(value[k], k, TARGET[k] ?? '?'),
          ]),
      )
    if (typeof value === 'string') {
      if (
        /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) &&
        !value.startsWith('2026-10-0') &&
        !value.startsWith('2030')
      )
        return '<date>'
      if (key === 'is_stored_at__image_location') return '<location>'
      return value
        .replace(ids.apps[0].uuid, 'AU0')
        .replace(ids.apps[1].uuid, 'AU1')
        .replace(`${ids.handle}/`, 'ORG/')
    }
    return typeof value === 'number' && key === 'actor' ? '#' : value
  }
  return (answer, request) => {
    if (answer.json === undefined || answer.json === null || typeof answer.json !== 'object')
      return answer.text.replaceAll(/%20|\s/g, ' ').replace(/\d+/g, '0')
    const body = plain(answer.json, request.resource, request.resource)
    if (Array.isArray(body.d) && !request.ordered)
      body.d.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
    return body
  }
}

/** Sends the requests in order, and returns the responses in comparable form. */
export async function replay(platform, requests) {
  const ids = await build(platform)
  const comparable = comparer(ids)
  const answers = []
  for (const request of requests) {
    const path = encodeURI(place(request.path, ids)).replace(/#/g, '%23').replace(/\+/g, '%2B')
    const body =
      request.body === undefined
        ? undefined
        : typeof request.body === 'string'
          ? request.body
          : placeIn(request.body, ids)
    const answer = await platform
      .call(request.method, path, body)
      .catch((error) => ({ status: 0, type: '', text: String(error.cause?.code ?? error.message) }))
    answers.push({
      status: answer.status,
      type: answer.type,
      body: comparable(answer, request),
      raw: answer.text.slice(0, 300),
      path,
    })
  }
  return answers
}

/** The differences in status, type or body. */
export function differences(recorded, answers) {
  return recorded.flatMap((request, i) => {
    const { expected } = request,
      given = answers[i]
    const what =
      expected.status !== given.status
        ? `status ${expected.status} → ${given.status}`
        : expected.type !== given.type
          ? `type ${expected.type || 'none'} → ${given.type || 'none'}`
          : JSON.stringify(expected.body) !== JSON.stringify(given.body)
            ? 'body'
            : null
    return what ? [{ index: i, what, request, given }] : []
  })
}
