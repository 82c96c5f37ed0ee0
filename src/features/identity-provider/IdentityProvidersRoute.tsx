import { Outlet, type LoaderFunctionArgs } from 'react-router'
import { enterIdentityProviders } from './load-identity-providers.ts'

export async function loader(args: LoaderFunctionArgs) {
  await enterIdentityProviders(args)
  return null
}

/** Parent route of the identity provider pages, which redirects users without access before a page is rendered. */
export const Component = Outlet
