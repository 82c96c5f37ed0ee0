import { IconMapPin } from '@tabler/icons-react'
import { useState } from 'react'
import { api } from '@/api/api.ts'
import { customPlace, geoPlace, shownPlace } from '@/domain/device/device-place.ts'
import { useDevicePage } from '@/features/device-page/device-page.ts'
import type { Device } from '@/features/device-page/device.queries.ts'
import { DeviceState } from '@/features/device-page/summary/DeviceState.tsx'
import { beside } from '@/messages/common/compose.ts'
import { locationText as text } from '@/messages/device-page/device-settings.ts'
import { Banner } from '@/ui/feedback/Banner.tsx'
import { Button } from '@/ui/form/Button.tsx'
import { PageTitle } from '@/ui/layout/PageTitle.tsx'
import { Facts, Panel } from '@/ui/layout/Panel.tsx'
import type { Place } from '@/ui/map/place.ts'
import { WorldMap } from '@/ui/map/WorldMap.tsx'
import { useFocusReturn } from '@/ui/use-focus-return.ts'
import { locationDraft, manualAt, draftedPlace, type LocationDraft } from './location.ts'
import { LocationOptions } from './LocationOptions.tsx'
import styles from './DeviceLocationPage.module.css'

/** The location of the device on a map and as text, and a form to change it. */
export function Component() {
  const { device, role, situation } = useDevicePage()
  // Null while the form is closed.
  const [draft, setDraft] = useState<LocationDraft | null>(null)
  const edit = useFocusReturn(draft !== null)
  const place = draft === null ? shownPlace(device) : (draftedPlace(draft, device) ?? shownPlace(device))
  const pick = (chosen: Place) => setDraft(manualAt(chosen))
  return (
    <div className={styles.page}>
      <PageTitle
        title={text.tab}
        documentTitle={beside(text.tab, device.device_name)}
        state={<DeviceState device={device} />}
        actions={
          draft === null && (
            <Button
              ref={edit}
              icon={<IconMapPin size={16} aria-hidden="true" />}
              onClick={() => setDraft(locationDraft(device))}
            >
              {text.edit}
            </Button>
          )
        }
      />
      {!situation.online && <Banner tone="warn">{text.offline}</Banner>}
      {geoPlace(device) === null && <Banner tone="warn">{text.undetermined}</Banner>}
      <div className={styles.content} data-options={draft === null ? undefined : true}>
        <WorldMap
          label={text.map(device.device_name)}
          markers={
            place === null
              ? []
              : [{ id: device.uuid, label: text.deviceHere(device.device_name, degrees(place)), ...place }]
          }
          tiles={api().parties.tiles}
          onPick={draft === null ? undefined : pick}
        />
        {draft === null ? (
          <LocationFacts device={device} />
        ) : (
          <LocationOptions
            device={device}
            role={role}
            draft={draft}
            onChange={setDraft}
            onClose={() => setDraft(null)}
          />
        )}
      </div>
    </div>
  )
}

const degrees = ({ latitude, longitude }: Place) => `${latitude}, ${longitude}`

function LocationFacts({ device }: { device: Device }) {
  const place = shownPlace(device)
  const isManual = customPlace(device) !== null
  return (
    <Panel title={text.tab}>
      <Facts
        columns={1}
        facts={[
          { label: text.last, value: device.location ? device.location : text.notKnown },
          { label: text.mode, value: isManual ? text.modes.manual : text.modes.geo },
          { label: text.latitude, value: place === null ? text.notKnown : String(place.latitude) },
          { label: text.longitude, value: place === null ? text.notKnown : String(place.longitude) },
        ]}
      />
    </Panel>
  )
}
