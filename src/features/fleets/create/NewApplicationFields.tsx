import { useState } from 'react'
import { offers } from '@/api/api.ts'
import { fleetCreateText as text } from '@/messages/fleets/fleet-create.ts'
import { Button } from '@/ui/form/Button.tsx'
import { Checkbox } from '@/ui/form/Checkbox.tsx'
import { SelectField } from '@/ui/form/SelectField.tsx'
import { TextField } from '@/ui/form/TextField.tsx'
import { QueryErrorBanner } from '@/widgets/query-states/QueryErrorBanner.tsx'
import { suggestName } from './suggest-name.ts'
import type { NewApplicationForm } from './use-new-application.ts'

export interface NewApplicationFieldsProps {
  form: NewApplicationForm
  /** Focuses the first required field when the dialog opens. */
  startsFocused?: boolean
}

/** Organization, name and default device type of a new fleet, app or block. */
export function NewApplicationFields({ form, startsFocused }: NewApplicationFieldsProps) {
  const { organizations, mine, organization, types, type } = form
  const startsAtName = organization !== undefined
  return (
    <>
      <QueryErrorBanner query={organizations} failed={text.organizationsFailed} />
      <SelectField
        label={text.organization}
        value={organization === undefined ? '' : String(organization.id)}
        reason={mine.length < 2 ? text.onlyOrganization : undefined}
        options={[
          ...(organization === undefined ? [{ value: '', label: text.noOrganization }] : []),
          ...mine.map(({ id, name: label }) => ({ value: String(id), label })),
        ]}
        {...(startsFocused && !startsAtName ? { startsFocused } : {})}
        onChange={form.setOrganization}
      />
      <NameField form={form} startsFocused={startsFocused && startsAtName ? true : undefined} />
      <QueryErrorBanner query={types} failed={text.typesFailed} />
      <SelectField
        label={text.deviceType}
        value={type === undefined ? '' : String(type.id)}
        options={[
          { value: '', label: text.chooseType },
          ...form.offered.map(({ id, name: label, isDiscontinued }) => ({
            value: String(id),
            label: isDiscontinued ? text.discontinuedType(label) : label,
          })),
        ]}
        onChange={form.setType}
      />
      {offers('osCatalogue') && (
        <Checkbox
          label={text.discontinued}
          checked={form.withDiscontinued}
          onChange={form.setWithDiscontinued}
        />
      )}
    </>
  )
}

/** The name, with a button that suggests one. */
function NameField({
  form: { name, problem, names, setName },
  startsFocused,
}: {
  form: NewApplicationForm
  startsFocused: boolean | undefined
}) {
  const [noSuggestion, setNoSuggestion] = useState(false)
  const suggest = () => {
    const suggested = suggestName(names)
    setNoSuggestion(suggested === undefined)
    if (suggested !== undefined) setName(suggested)
  }
  return (
    <TextField
      required
      label={text.name}
      description={text.nameHint}
      value={name}
      error={problem ?? (noSuggestion ? text.suggestFailed : undefined)}
      autoComplete="off"
      spellCheck={false}
      data-autofocus={startsFocused}
      aside={
        <Button size="s" variant="quiet" onClick={suggest}>
          {text.suggest}
        </Button>
      }
      onChange={(event) => {
        setNoSuggestion(false)
        setName(event.target.value)
      }}
    />
  )
}
