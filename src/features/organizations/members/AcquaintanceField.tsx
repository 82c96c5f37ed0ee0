import { useQuery } from '@tanstack/react-query'
import { inviteText as text } from '@/messages/organizations/organization-members.ts'
import { SelectField } from '@/ui/form/SelectField.tsx'
import { QueryErrorBanner } from '@/widgets/query-states/QueryErrorBanner.tsx'
import { acquaintancesQuery } from './members.queries.ts'

export interface AcquaintanceFieldProps {
  organization: number
  /** Usernames of the current members. */
  members: readonly string[]
  value: string
  onChange: (username: string) => void
}

/** A choice among the members of the user's other organizations. */
export function AcquaintanceField({ organization, members, value, onChange }: AcquaintanceFieldProps) {
  const people = useQuery(acquaintancesQuery(organization))
  const others = (people.data ?? []).filter((name) => !members.includes(name))
  return (
    <>
      <QueryErrorBanner query={people} failed={text.peopleFailed} />
      {people.data && others.length === 0 && <p>{text.nobody}</p>}
      <SelectField
        label={text.username}
        value={value}
        options={[{ value: '', label: text.choose }, ...others.map((name) => ({ value: name, label: name }))]}
        onChange={onChange}
      />
    </>
  )
}
