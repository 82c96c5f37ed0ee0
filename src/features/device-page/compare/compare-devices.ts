import { offers } from '@/api/api.ts'
import { shownStatus } from '@/domain/device/device-status.ts'
import { statusLabel } from '@/domain/device/status-breakdown.ts'
import { isInLocalMode } from '@/domain/operations/local-mode.ts'
import { releaseLabel } from '@/domain/release/release-label.ts'
import { withoutOwnTags } from '@/domain/tags/tags.ts'
import { currentServices } from '@/features/device-page/device-services.ts'
import { serviceRows, statusWord } from '@/features/device-page/services/service-rows.ts'
import {
  addresses,
  heartbeatState,
  targetOrigin,
  updateStatus,
} from '@/features/device-page/summary/device-facts.ts'
import { compareText } from '@/lib/format.ts'
import { compareDevicesText as text } from '@/messages/device-page/compare-devices.ts'
import { factText } from '@/messages/device-page/device.ts'
import { comparedRows, type ComparedSection } from '@/widgets/comparison/compared.ts'
import type { ComparedDevice } from './compare.queries.ts'

type Fields = Map<string, string>

interface Variable {
  name: string
  value: string
}

const labelOf = (release: { raw_version: string; commit: string } | undefined) =>
  release === undefined ? factText.noRelease : releaseLabel(release)

function factsOf(device: ComparedDevice): Fields {
  const list = (field: string | null) => addresses(field).shown.join(', ') || factText.unknown
  return new Map([
    [factText.fleet, device.belongs_to__application[0]?.app_name ?? factText.noFleet],
    [factText.type, device.is_of__device_type[0]?.name || factText.unknown],
    [factText.status, statusLabel[shownStatus(device)]],
    ...(offers('vpn')
      ? ([
          [factText.cloudlink, device.is_connected_to_vpn ? factText.connected : factText.disconnected],
        ] as const)
      : []),
    [factText.heartbeat, factText.heartbeats[heartbeatState(device.api_heartbeat_state)]],
    [factText.currentRelease, labelOf(device.is_running__release[0])],
    [factText.targetRelease, labelOf(device.should_be_running__release[0])],
    [text.pin, targetOrigin(device) === 'device-pin' ? text.pinned : text.tracks],
    [factText.updateStatus, factText.updateStatuses[updateStatus(device.update_status)]],
    [factText.hostOs, device.os_version ?? factText.unknown],
    [
      factText.variant,
      device.os_variant === null
        ? factText.unknown
        : factText.lines[device.os_variant === 'dev' ? 'development' : 'production'],
    ],
    [factText.supervisor, device.supervisor_version ?? factText.unknown],
    [factText.localMode, isInLocalMode(device) ? factText.on : factText.off],
    [factText.publicUrl, device.is_web_accessible ? factText.on : factText.off],
    [factText.uuid, device.uuid],
    [factText.localIp, list(device.ip_address)],
    [factText.publicIp, list(device.public_address)],
    [factText.mac, list(device.mac_address)],
  ])
}

function servicesOf({ image_install: installs }: ComparedDevice): Fields {
  const images = new Map(
    installs.flatMap(({ id, installs__image: [image] }) =>
      image === undefined ? [] : [[id, image.is_stored_at__image_location] as const],
    ),
  )
  return new Map(
    serviceRows(currentServices(installs)).flatMap(({ name, present }) => [
      [text.state(name), statusWord(present.status)] as const,
      [text.release(name), releaseLabel(present)] as const,
      [text.image(name), images.get(present.id) ?? ''] as const,
    ]),
  )
}

/** The effective values: those of the device override those of its fleet, which are marked as inherited. */
function effective(ofFleet: readonly Variable[], own: readonly Variable[]): Fields {
  return new Map(
    [
      ...ofFleet.map(({ name, value }) => [name, text.ofFleet(value)] as const),
      ...own.map(({ name, value }) => [name, value] as const),
    ].toSorted(([a], [b]) => compareText(a, b)),
  )
}

function environmentOf(device: ComparedDevice): Fields {
  const fleet = device.belongs_to__application[0]
  const named = (service: string | undefined, variables: readonly Variable[]) =>
    service === undefined
      ? []
      : variables.map(({ name, value }) => ({ name: text.ofService(name, service), value }))
  return effective(
    [
      ...(fleet?.application_environment_variable ?? []),
      ...(fleet?.service ?? []).flatMap(({ service_name, service_environment_variable: own }) =>
        named(service_name, own),
      ),
    ],
    [
      ...device.device_environment_variable,
      ...device.service_install.flatMap(
        ({ installs__service: [service], device_service_environment_variable: own }) =>
          named(service?.service_name, own),
      ),
    ],
  )
}

const configurationOf = (device: ComparedDevice): Fields =>
  effective(
    device.belongs_to__application[0]?.application_config_variable ?? [],
    device.device_config_variable,
  )

const tagsOf = ({ device_tag: tags }: ComparedDevice): Fields =>
  new Map(withoutOwnTags(tags).map(({ tag_key, value }) => [tag_key, value]))

const notesOf = ({ note }: ComparedDevice): Fields =>
  new Map(note === null || note === '' ? [] : [[text.sections.notes, note]])

/** Compares two devices by section. The platform omits what the user may not read. */
export function comparedDevices(one: ComparedDevice, other: ComparedDevice): ComparedSection[] {
  const section = (title: string, of: (device: ComparedDevice) => Fields): ComparedSection => ({
    title,
    rows: comparedRows(of(one), of(other)),
  })
  return [
    section(text.sections.facts, factsOf),
    section(text.sections.services, servicesOf),
    section(text.sections.environment, environmentOf),
    section(text.sections.configuration, configurationOf),
    section(text.sections.tags, tagsOf),
    section(text.sections.notes, notesOf),
  ]
}
