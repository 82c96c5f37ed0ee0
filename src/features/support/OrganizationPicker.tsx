import { ticketText as text } from '@/messages/support/support.ts'
import { SelectField } from '@/ui/form/SelectField.tsx'
import type { SupportOrganization } from './why-no-support.ts'

export interface OrganizationPickerProps {
  organizations: readonly SupportOrganization[]
  chosen: number | null
  isLocked: boolean
  onChoose: (organization: number) => void
}

/** The organization of the ticket. Disabled for users with only one organization. */
export function OrganizationPicker({ organizations, chosen, isLocked, onChoose }: OrganizationPickerProps) {
  const reason = isLocked ? text.submitting : organizations.length < 2 ? text.onlyOrganization : undefined
  return (
    <SelectField
      label={text.organization}
      value={chosen === null ? '' : String(chosen)}
      options={[
        ...(chosen === null ? [{ value: '', label: text.chooseOrganization }] : []),
        ...organizations.map(({ id, name, hasSupport }) => ({
          value: String(id),
          label: hasSupport ? name : text.withoutSupport(name),
          disabled: !hasSupport,
        })),
      ]}
      reason={reason}
      onChange={(value) => value !== '' && onChoose(Number(value))}
    />
  )
}
