import { useQuery } from '@tanstack/react-query'
import type { Fleet } from '@/domain/fleet/fleet.queries.ts'
import { deviceTypesQuery } from '@/domain/operations/setting.queries.ts'
import { addDeviceText as text } from '@/messages/fleets/fleet-add-device.ts'
import { SelectField } from '@/ui/form/SelectField.tsx'
import { typesFor } from './os-choices.ts'

export interface DeviceTypeFieldProps {
  fleet: Fleet
  value: string
  onChange: (slug: string) => void
}

/** Selects a device type that is compatible with the fleet. */
export function DeviceTypeField({ fleet, value, onChange }: DeviceTypeFieldProps) {
  const own = fleet.is_for__device_type[0]
  const architecture = own.is_of__cpu_architecture[0]?.slug
  const { data: known } = useQuery(deviceTypesQuery)
  const types =
    architecture === undefined
      ? []
      : typesFor(
          architecture,
          [...(known ?? [])].map(([slug, type]) => ({ slug, ...type })),
        )
  return (
    <SelectField
      label={text.deviceType}
      startsFocused
      description={architecture === undefined ? undefined : text.deviceTypeHint(architecture)}
      value={value}
      options={(types.length === 0 ? [own] : types).map(({ slug, name }) => ({ value: slug, label: name }))}
      onChange={onChange}
    />
  )
}
