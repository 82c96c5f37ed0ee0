import { createContext, use, type ComponentProps, type ComponentType, type ReactNode } from 'react'

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** A path of this dashboard, or a full URL. */
  to: string
}

export interface LinkAdapter {
  Link: ComponentType<LinkProps>
  /** Whether the current page is `to`, or below it unless `end` is set. */
  useIsCurrent(to: string, end?: boolean): boolean
  /** Whether the current page is one of several. */
  useIsAnyCurrent(targets: readonly { to: string; end?: boolean }[]): boolean
}

function PlainLink({ to, children, ...rest }: LinkProps) {
  return (
    <a href={to} {...rest}>
      {children}
    </a>
  )
}

const plain: LinkAdapter = { Link: PlainLink, useIsCurrent: () => false, useIsAnyCurrent: () => false }
const LinkContext = createContext(plain)

/** Provides the link component of the router, which this folder does not import. */
export function LinkProvider({ adapter, children }: { adapter: LinkAdapter; children: ReactNode }) {
  return <LinkContext value={adapter}>{children}</LinkContext>
}

export function useLinks(): LinkAdapter {
  return use(LinkContext)
}

export function Link(props: LinkProps) {
  const { Link: Adapted } = useLinks()
  return <Adapted {...props} />
}
