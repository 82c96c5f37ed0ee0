import { IconBrandGithub, IconBrandGoogle, IconBuilding } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { leaveForSocial } from '@/domain/account/social-sign-in.ts'
import { socialProvidersQuery, type SocialProvider } from '@/domain/platform/platform-config.queries.ts'
import { paths } from '@/lib/paths.ts'
import { keepReturnUrl } from '@/lib/return-url.ts'
import { providerNames } from '@/messages/preferences/identity.ts'
import { socialText as text } from '@/messages/sign-in/social.ts'
import { Button, ButtonLink } from '@/ui/form/Button.tsx'
import { SocialPlaceholder } from './SocialPlaceholder.tsx'
import styles from './SocialButtons.module.css'

const icons = { github: IconBrandGithub, google: IconBrandGoogle, saml: IconBuilding }

/** Social sign-in buttons; nothing if the platform offers none or the list cannot be read. */
export function SocialButtons({ redirect }: { redirect: string | undefined }) {
  const { data: providers, isPending } = useQuery(socialProvidersQuery())
  if (isPending) return <SocialPlaceholder />
  if (!providers || providers.length === 0) return null
  return (
    <section className={styles.social} aria-label={text.otherWays}>
      <p className={styles.or}>{text.or}</p>
      <div className={styles.buttons}>
        {providers.map((provider) => (
          <SocialButton key={provider} provider={provider} redirect={redirect} />
        ))}
      </div>
    </section>
  )
}

interface SocialButtonProps {
  provider: SocialProvider
  redirect: string | undefined
}

function SocialButton({ provider, redirect }: SocialButtonProps) {
  const Icon = icons[provider]
  const icon = <Icon size={16} stroke={1.7} aria-hidden="true" />
  if (provider === 'saml') {
    return (
      <ButtonLink
        wide
        icon={icon}
        to={paths.saml()}
        onClick={() => redirect !== undefined && keepReturnUrl(redirect)}
      >
        {text.withOrganization}
      </ButtonLink>
    )
  }
  return (
    <Button
      wide
      icon={icon}
      aria-label={text.continueWith(providerNames[provider] ?? provider)}
      onClick={() => leaveForSocial(provider, redirect)}
    >
      {providerNames[provider]}
    </Button>
  )
}
