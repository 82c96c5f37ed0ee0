import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '@/api/api.ts'
import type { Role } from '@/domain/access/permissions.ts'
import { deviceCalls, deviceRequests } from '@/domain/operations/device-calls.ts'
import { platformCommands } from '@/domain/platform/platform-commands.ts'
import { deviceQuery, type Device } from '@/features/device-page/device.queries.ts'
import { failureText } from '@/features/device-page/failure-text.ts'
import { commonText } from '@/messages/common/common.ts'
import { locationText as text } from '@/messages/device-page/device-settings.ts'
import { EquivalentCommand } from '@/ui/display/EquivalentCommand.tsx'
import { showToast } from '@/ui/feedback/toasts.ts'
import { Button } from '@/ui/form/Button.tsx'
import { SegmentedControl } from '@/ui/form/SegmentedControl.tsx'
import { TextField } from '@/ui/form/TextField.tsx'
import { Panel } from '@/ui/layout/Panel.tsx'
import { MAX_DEGREES } from '@/ui/map/place.ts'
import { AddressSearch } from './AddressSearch.tsx'
import {
  degreesProblem,
  manualAt,
  draftedPlace,
  whyNotSave,
  type Coordinate,
  type LocationDraft,
} from './location.ts'
import styles from './DeviceLocationPage.module.css'

export interface LocationOptionsProps {
  device: Device
  role: Role
  draft: LocationDraft
  onChange: (draft: LocationDraft) => void
  onClose: () => void
}

const modes = (['geo', 'manual'] as const).map((value) => ({ value, label: text.modes[value] }))

/** Edits the source of the location and its coordinates. The input is kept if saving fails. */
export function LocationOptions({ device, role, draft, onChange, onClose }: LocationOptionsProps) {
  const queries = useQueryClient()
  const place = draftedPlace(draft, device)
  const call = deviceRequests.change([device.id], fieldsFor(device, draft))
  const { geocoderUrl } = api().parties
  const save = useMutation({
    mutationFn: async () => {
      if (draft.mode === 'geo' || place !== null) await deviceCalls.send(call)
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: deviceQuery(device.uuid).queryKey })
      showToast({ tone: 'ok', title: text.saved })
      onClose()
    },
    onError: (error) => showToast({ tone: 'bad', title: text.failed, detail: failureText(error) }),
  })
  return (
    <Panel title={text.options}>
      {geocoderUrl !== null && (
        <AddressSearch geocoderUrl={geocoderUrl} onPlace={(found) => onChange(manualAt(found))} />
      )}
      <form
        ref={startAtMode}
        className={styles.options}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!save.isPending && whyNotSave(draft, device, role) === undefined) save.mutate()
        }}
      >
        <SegmentedControl
          label={text.mode}
          value={draft.mode}
          options={modes}
          wide
          onChange={(mode) => onChange(withMode(draft, mode, device))}
        />
        <p className={styles.note}>{draft.mode === 'geo' ? text.geoNote : text.manualNote}</p>
        <Degrees of="latitude" device={device} draft={draft} onChange={onChange} />
        <Degrees of="longitude" device={device} draft={draft} onChange={onChange} />
        {save.isError && (
          <p role="alert" className={styles.failure}>
            {failureText(save.error)}
          </p>
        )}
        <div className={styles.buttons}>
          <Button onClick={onClose}>{commonText.cancel}</Button>
          <Button
            type="submit"
            variant="primary"
            busy={save.isPending}
            reason={save.isPending ? undefined : whyNotSave(draft, device, role)}
          >
            {commonText.save}
          </Button>
        </div>
        <EquivalentCommand {...platformCommands(null, call)} />
      </form>
    </Panel>
  )
}

/** The form replaces the button that opened it, so it takes the focus. */
function startAtMode(form: HTMLFormElement | null) {
  form?.querySelector<HTMLInputElement>('input:checked')?.focus()
}

interface DegreesProps extends Pick<LocationOptionsProps, 'device' | 'draft' | 'onChange'> {
  of: Coordinate
}

/** One coordinate: read-only if detected by the platform, else editable. */
function Degrees({ of, device, draft, onChange }: DegreesProps) {
  const label = of === 'latitude' ? text.latitude : text.longitude
  if (draft.mode === 'geo') {
    return <TextField label={label} readOnly value={device[of] ? device[of] : text.notKnown} />
  }
  const most = MAX_DEGREES[of]
  return (
    <TextField
      label={label}
      type="number"
      inputMode="decimal"
      step="any"
      min={-most}
      max={most}
      value={draft[of]}
      error={degreesProblem(of, draft[of]) === 'wrong' ? text.wrong(most) : undefined}
      onChange={(event) => onChange({ ...draft, [of]: event.target.value })}
    />
  )
}

/** Manual mode starts at the current location. */
function withMode(draft: LocationDraft, mode: LocationDraft['mode'], device: Device): LocationDraft {
  if (mode === 'geo' || draft.latitude !== '' || draft.longitude !== '') return { ...draft, mode }
  return { mode, latitude: device.latitude ?? '', longitude: device.longitude ?? '' }
}

/** The API expects coordinates as text. Without custom coordinates the platform uses the detected ones. */
function fieldsFor(device: Device, draft: LocationDraft) {
  const place = draft.mode === 'manual' ? draftedPlace(draft, device) : null
  return {
    custom_latitude: place === null ? '' : String(place.latitude),
    custom_longitude: place === null ? '' : String(place.longitude),
  }
}
