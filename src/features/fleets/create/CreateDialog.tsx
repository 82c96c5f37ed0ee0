import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { ApiError } from '@/api/errors.ts'
import { errorMessage } from '@/domain/error-message.ts'
import type { FleetClass } from '@/domain/fleet-class.ts'
import { paths } from '@/lib/paths.ts'
import { fleetCreateText as text } from '@/messages/fleet-create.ts'
import { Banner } from '@/ui/Banner.tsx'
import { Button } from '@/ui/Button.tsx'
import { Checkbox } from '@/ui/Checkbox.tsx'
import { SelectField } from '@/ui/SelectField.tsx'
import { TextField } from '@/ui/TextField.tsx'
import { showToast } from '@/ui/toasts.ts'
import { fleetCommands } from '../fleet-commands.ts'
import { fleetNameProblem } from '../fleet-name.ts'
import { FormDialog } from '../FormDialog.tsx'
import { namesQuery } from '../settings/settings.queries.ts'
import {
  administeredOrganizationsQuery,
  creatableTypesQuery,
  createApplication,
  newApplicationBody,
  type NewApplication,
} from './create.queries.ts'
import { suggestName } from './suggest-name.ts'

export interface CreateDialogProps {
  fleetClass: FleetClass
  onClose: () => void
}

/** Makes a fleet, an app or a block and leads to its page (spec 2 §2, §5). */
export function CreateDialog({ fleetClass, onClose }: CreateDialogProps) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const organizations = useQuery(administeredOrganizationsQuery())
  const types = useQuery(creatableTypesQuery)
  const [chosenOrganization, setOrganization] = useState('')
  const [name, setName] = useState('')
  const [typeId, setTypeId] = useState('')
  const [withDiscontinued, setWithDiscontinued] = useState(false)

  const mine = organizations.data ?? []
  const organization = mine.length === 1 ? mine[0] : mine.find(({ id }) => String(id) === chosenOrganization)
  const { data: names = [] } = useQuery({
    ...namesQuery(organization?.id ?? 0, fleetClass),
    enabled: organization !== undefined,
  })
  const offered = types.data?.filter((type) => withDiscontinued || !type.isDiscontinued) ?? []
  const type = offered.find(({ id }) => String(id) === typeId)
  const wanted = name.trim()
  const problem =
    wanted === '' ? undefined : fleetNameProblem(wanted, { organization: organization?.name ?? '', names })
  const isMissing = organization === undefined || wanted === '' || type === undefined
  const body =
    organization === undefined || type === undefined
      ? undefined
      : { name: wanted, organization: organization.id, deviceType: type.id, fleetClass }

  const submit = async () => {
    if (body === undefined) return
    const id = await createApplication(body)
    if (id === undefined) throw new ApiError('server', text.couldNotFindId(fleetClass))
    void queries.invalidateQueries({ queryKey: ['application'] })
    showToast({ tone: 'ok', title: text.created(wanted) })
    await navigate(paths.application(id, fleetClass))
  }
  return (
    <FormDialog
      title={text.title(fleetClass)}
      size="m"
      confirmLabel={text.confirm(fleetClass)}
      onClose={onClose}
      reason={isMissing ? text.missing : problem}
      commands={body && commandsOf(body, organization?.handle, type?.slug)}
      onSubmit={submit}
    >
      {organizations.isError && (
        <Banner tone="bad" urgent>
          {`${text.organizationsFailed}: ${errorMessage(organizations.error)}`}
        </Banner>
      )}
      <SelectField
        label={text.organization}
        value={organization === undefined ? '' : String(organization.id)}
        reason={mine.length < 2 ? text.onlyOrganization : undefined}
        options={[
          ...(organization === undefined ? [{ value: '', label: text.noOrganization }] : []),
          ...mine.map(({ id, name: label }) => ({ value: String(id), label })),
        ]}
        onChange={setOrganization}
      />
      <NameField value={name} problem={problem} names={names} onChange={setName} />
      {types.isError && (
        <Banner tone="bad" urgent>
          {`${text.typesFailed}: ${errorMessage(types.error)}`}
        </Banner>
      )}
      <SelectField
        label={text.deviceType}
        value={type === undefined ? '' : typeId}
        options={[
          { value: '', label: text.chooseType },
          ...offered.map(({ id, name: label, isDiscontinued }) => ({
            value: String(id),
            label: isDiscontinued ? text.discontinuedType(label) : label,
          })),
        ]}
        onChange={setTypeId}
      />
      <Checkbox label={text.discontinued} checked={withDiscontinued} onChange={setWithDiscontinued} />
    </FormDialog>
  )
}

interface NameFieldProps {
  value: string
  problem: string | undefined
  /** Names that are taken. */
  names: readonly string[]
  onChange: (name: string) => void
}

/** The name, with a way to have one suggested. */
function NameField({ value, problem, names, onChange }: NameFieldProps) {
  const [noSuggestion, setNoSuggestion] = useState(false)
  const suggest = () => {
    const suggested = suggestName(names)
    setNoSuggestion(suggested === undefined)
    if (suggested !== undefined) onChange(suggested)
  }
  return (
    <TextField
      label={text.name}
      description={text.nameHint}
      value={value}
      error={problem ?? (noSuggestion ? text.suggestFailed : undefined)}
      autoComplete="off"
      spellCheck={false}
      data-autofocus
      aside={
        <Button size="s" variant="quiet" onClick={suggest}>
          {text.suggest}
        </Button>
      }
      onChange={(event) => {
        setNoSuggestion(false)
        onChange(event.target.value)
      }}
    />
  )
}

const commandsOf = (wanted: NewApplication, handle = '', deviceType = '') =>
  fleetCommands([wanted.fleetClass, 'create', wanted.name, '--organization', handle, '--type', deviceType], {
    method: 'POST',
    path: '/v7/application',
    body: newApplicationBody(wanted),
  })
