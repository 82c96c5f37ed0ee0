import { IconPencil } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { whyNotAllowed } from '@/domain/access/fleet-access.ts'
import {
  organizationMembersQuery,
  type OrganizationMember,
} from '@/domain/organization/organization-people.queries.ts'
import { organizationRole, type Organization } from '@/domain/organization/organization.queries.ts'
import { tagValues } from '@/domain/tags/tags.ts'
import { tagText } from '@/messages/common/tags.ts'
import { memberPageText as text, membersText } from '@/messages/organizations/organization-members.ts'
import { TagList } from '@/ui/display/Tag.tsx'
import { IconButton } from '@/ui/form/Button.tsx'
import { TagsDialog } from '@/widgets/tags/TagsDialog.tsx'
import styles from '@/features/organizations/members/MembersTable.module.css'

export interface MemberTagsProps {
  organization: Organization
  member: OrganizationMember
}

/** The tags of a membership, with an edit button. */
export function MemberTags({ organization, member }: MemberTagsProps) {
  const queries = useQueryClient()
  const [isEditing, setEditing] = useState(false)
  return (
    <span className={styles.name}>
      <TagList tags={tagValues(member.tags)} label={membersText.tagsOf(member.name)} empty={text.noTags} />
      <IconButton
        size="s"
        label={tagText.edit}
        icon={<IconPencil size={15} aria-hidden="true" />}
        reason={whyNotAllowed(organizationRole(organization), 'resin.organization_membership_tag.all')}
        onClick={() => setEditing(true)}
      />
      {isEditing && (
        <TagsDialog
          kind="organization_membership"
          things={[{ id: member.id, cliName: member.name, tags: member.tags }]}
          onChanged={() =>
            queries.invalidateQueries({ queryKey: organizationMembersQuery(organization.id).queryKey })
          }
          onClose={() => setEditing(false)}
        />
      )}
    </span>
  )
}
