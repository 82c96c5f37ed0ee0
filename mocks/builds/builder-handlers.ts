import { HttpError, unauthorized } from '../base/http-error.ts'
import { requireOpenFleet } from '../billing/allowance.ts'
import { jsonBody, json, bodyField } from '../http/request-context.ts'
import type { RequestContext, JsonOf } from '../http/request-context.ts'
import type { ServiceHandlers } from '../http/service-types.ts'
import type { Build } from '../store/jobs.ts'
import type { Store } from '../store/store.ts'
import { sourceAt } from '../third-party/code-host.ts'
import { planBuild, readTar, unpack } from './build-source.ts'
import { CANCELLED, buildLogLines, settleBuilds, startBuild, succeeds } from './builds.ts'
import type { BuildOrder } from './builds.ts'

type Started = JsonOf<'builder.build', 200>

const isTrue = (value: string | null) => value === 'true' || value === '1'

/**
 * The fleet with this slug. Throws 404 when the caller cannot see it, 401 when they may not push to it, and 403 when its
 * organization is frozen.
 */
function fleetNamed(context: RequestContext, slug: string): number {
  const { store, access, caller, now } = context
  if (caller.kind === 'anonymous') throw unauthorized()
  const applications = store.rows('application')
  const id = applications.find('slug', slug.toLowerCase())?.[0]
  if (id === undefined || !access.applications.has(id))
    throw new HttpError(404, `Application not found: ${slug}`)
  if (!access.can('resin.application.push', { kind: 'application', id })) throw unauthorized()
  requireOpenFleet(store, id, now)
  return id
}

const userOf = ({ caller }: RequestContext): number | null => (caller.kind === 'user' ? caller.user : null)

interface Message {
  at: number
  content: object
}

/** All messages of a build, with their times. */
function messagesOf(store: Store, build: Build): Message[] {
  const { release, startedAt, endsAt, steps } = build
  const fleet = store.rows('application').reader('slug')(build.application)
  const commit = store.rows('release').reader('commit')(release)
  const say = (at: number, message: string, more: object = {}): Message => ({
    at,
    content: { message, ...more },
  })
  const ofSteps = steps.flatMap((step) => {
    return [
      ...buildLogLines(step).map(({ at, text }) => say(at, text)),
      step.failure === null
        ? say(step.endsAt, `[${step.service}] Successfully built`)
        : say(step.endsAt, `[${step.service}] ${step.failure}`, { isError: true }),
    ]
  })
  const last = succeeds(build)
    ? [
        say(endsAt - 4000, '[Info]     Uploading images'),
        say(endsAt - 1000, '[Success]  Successfully uploaded images'),
        say(endsAt, '[Info]     Built on builder01'),
        say(endsAt, '[Success]  Release successfully created!'),
        say(endsAt, `[Info]     Release: ${commit} (id: ${release})`),
        ...summaryOf(build).map((line) => say(endsAt, `[Info]     ${line}`)),
        say(endsAt, `[Info]     Build finished in ${duration(endsAt - startedAt)}`),
      ]
    : [
        say(endsAt, '[Error]    Some services failed to build:', { isError: true }),
        ...steps
          .filter(({ failure }) => failure !== null)
          .flatMap(({ service, failure }) => [
            say(endsAt, `[Error]      Service: ${service}`, { isError: true }),
            say(endsAt, `[Error]        Error: ${failure}`, { isError: true }),
          ]),
        say(endsAt, '[Info]     Built on builder01'),
        say(endsAt, '[Error]    Not deploying release.', { isError: true }),
      ]
  return [
    say(startedAt, `[Info]     Starting build for ${fleet}`),
    {
      at: startedAt,
      content: { message: '', type: 'metadata', resource: 'buildLogId', value: String(release) },
    },
    ...ofSteps.toSorted((one, other) => one.at - other.at),
    ...last,
  ]
}

const plural = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`

/** `1 minute, 9 seconds`. */
function duration(ms: number): string {
  const seconds = Math.round(ms / 1000)
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60]
  return minutes === 0
    ? plural(rest, 'second')
    : `${plural(minutes, 'minute')}${rest === 0 ? '' : `, ${plural(rest, 'second')}`}`
}

/** A table of the services with the sizes of their images and the times that they took. */
function summaryOf({ steps }: Build): string[] {
  const rows = [
    ['Service', 'Image Size', 'Build Time'],
    ...steps.map(({ service, size, startsAt, endsAt }) => [
      service,
      `${(size / 1e6).toFixed(2)} MB`,
      duration(endsAt - startsAt),
    ]),
  ]
  const widths = [0, 1, 2].map((at) => Math.max(...rows.map((row) => (row[at] ?? '').length)))
  const border = (left: string, middle: string, right: string) =>
    `${left}${widths.map((width) => '─'.repeat(width + 2)).join(middle)}${right}`
  const cells = (row: readonly string[]) =>
    `│${widths.map((width, at) => ` ${(row[at] ?? '').padEnd(width)} `).join('│')}│`
  return [
    border('┌', '┬', '┐'),
    ...rows.flatMap((row, at) => (at === 0 ? [] : [border('├', '┼', '┤')]).concat(cells(row))),
    border('└', '┴', '┘'),
  ]
}

/** A JSON array that is streamed until the build ends, or its release is cancelled or deleted. */
function follow(
  { store, cloud, request }: RequestContext,
  build: Build,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const messages = messagesOf(store, build)
  const encoder = new TextEncoder()
  let next = 0
  let stop = () => {}
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      let cancelWake = () => {}
      let ended = false
      const send = (text: string) => controller.enqueue(encoder.encode(text))
      const catchUp = () => {
        if (ended) return
        const now = cloud.clock.now()
        settleBuilds(store, now)
        for (let it = messages[next]; it !== undefined && it.at <= now; it = messages[++next]) {
          send(`${next === 0 ? '[' : ','}${JSON.stringify(it.content)}\n`)
        }
        const upcoming = messages[next]
        if (upcoming === undefined || !isOpen(store, build)) {
          if (upcoming !== undefined)
            send(`,${JSON.stringify({ message: `[Error]    ${CANCELLED}`, isError: true })}\n`)
          send(']\n')
          return stop()
        }
        cancelWake()
        cancelWake = cloud.clock.wakeAt(upcoming.at, catchUp)
      }
      const offChange = cloud.clock.onChange(catchUp)
      stop = () => {
        if (ended) return
        ended = true
        cancelWake()
        offChange()
        try {
          controller.close()
        } catch {
          // The reader has already closed the stream.
        }
      }
      for (const signal of [request.signal, cloud.ending]) signal.addEventListener('abort', stop)
      catchUp()
    },
    cancel: () => stop(),
  })
}

const isOpen = ({ jobs }: Store, { release }: Build) => jobs.builds.has(release)

export const builderHandlers: ServiceHandlers<'builder'> = {
  async 'builder.build'(context) {
    const { store, url, request, now } = context
    const slug = url.searchParams.get('slug')
    if (slug === null || slug === '') throw new HttpError(400, 'A slug is required')
    const application = fleetNamed(context, slug)
    const plan = planBuild(readTar(await unpack(request.body)))
    const draft = isTrue(url.searchParams.get('isdraft'))
    const build = startBuild(store, { application, plan, draft, user: userOf(context), now })
    if (isTrue(url.searchParams.get('headless'))) {
      return json<Started>({ started: true, releaseId: build.release })
    }
    return { status: 200, kind: 'stream', type: 'application/x-json-stream', stream: follow(context, build) }
  },

  async 'builder.buildFromUrl'(context) {
    const { store, url, now } = context
    const [owner, app] = [url.searchParams.get('owner'), url.searchParams.get('app')]
    if (owner === null || app === null) throw new HttpError(400, 'An owner and an app are required')
    const application = fleetNamed(context, `${owner}/${app}`)
    const address = bodyField(await jsonBody(context), 'url')
    if (address === undefined || address === '') throw new HttpError(400, 'A url is required')
    const source = sourceAt(address)
    if (source === undefined) throw new HttpError(404, 'Failed to fetch tarball from passed URL')
    const plan = planBuild(source)
    if (plan.failure !== null) {
      return json<Started>({ started: false, error: 'BuildNotStarted', message: plan.failure })
    }
    const order: BuildOrder = { application, plan, draft: false, user: userOf(context), now }
    return json<Started>({ started: true, releaseId: startBuild(store, order).release })
  },
}
