import { useQuery } from '@tanstack/react-query'
import { headerColour } from '@/domain/account/header-preferences.ts'
import { ownOrganizationsQuery } from '@/domain/organization/organization.queries.ts'
import { accentText as text } from '@/messages/common/accent.ts'
import { sentences } from '@/messages/common/compose.ts'
import { useSimulationData } from '@/simulation/simulation-data-context.tsx'
import { SettingRow } from '@/ui/form/SettingRow.tsx'
import { useStored } from '@/ui/use-stored.ts'
import { logoAccentQuery } from '@/widgets/organization/logo-accent.queries.ts'

/** The accent of the organizations with a logo, and why it is another colour than that of the logo; on a real platform only. */
export function AccentRow() {
  const isLive = useSimulationData() === null
  const { data: organizations = [] } = useQuery(ownOrganizationsQuery())
  if (!isLive) return null
  return organizations.map(
    ({ id, name, logo_image }) =>
      logo_image !== null && <LogoRow key={id} organization={name} logo={logo_image.href} />,
  )
}

function LogoRow({ organization, logo }: { organization: string; logo: string }) {
  const { data: accent } = useQuery(logoAccentQuery(logo))
  const [own] = useStored(headerColour)
  if (!accent) return null
  const hint = sentences(
    text.fromLogo(organization),
    accent.shifted === null ? '' : text[accent.shifted](accent.colour),
    own === null ? '' : text.overridden,
  )
  return <SettingRow name={text.name} value={accent.colour} hint={hint} />
}
