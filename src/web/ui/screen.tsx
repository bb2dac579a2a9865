import type { RouteComponent } from '@tanstack/react-router'
import { type ComponentType, use } from 'react'

// biome-ignore lint/suspicious/noExplicitAny: of whatever properties; each component says its own
export type Module<N extends string> = Record<N, ComponentType<any>>
export interface Code<P> {
  /** Loads it once for all callers, and again after a failure. */
  preload: () => Promise<ComponentType<P>>
  loaded: () => ComponentType<P> | undefined
}

/** A screen: its code is asked for by its route, which draws it once it is there. */
export function screen<N extends string, M extends Module<N>>(load: () => Promise<M>, name: N) {
  const code = codeOf<object>(async () => (await fetched(load))[name])
  const preload = async () => void (await code.preload())
  return Object.assign(() => <Loaded code={code} coming={code.preload()} props={{}} />, { preload }) as RouteComponent
}

let failed = false
/** Style sheets that did not come; those still on their way have no `sheet` either, and who waits for one waits for that element. */
const unstyled = new Set<HTMLLinkElement>()
globalThis.addEventListener?.(
  'error',
  ({ target }) => target instanceof HTMLLinkElement && target.rel === 'stylesheet' && unstyled.add(target),
  true,
)
let restyled: Promise<unknown> = Promise.resolve()
/** Loads again the style sheets that failed: the bundler's preload asks for each only once. */
function restyle() {
  const loadAll = () => Promise.all([...unstyled].map(loadAgain))
  restyled = restyled.then(loadAll, loadAll)
  return restyled
}
function loadAgain(link: HTMLLinkElement) {
  unstyled.delete(link)
  const again = link.cloneNode() as HTMLLinkElement
  link.replaceWith(again)
  return new Promise((come, fail) => {
    again.addEventListener('load', come)
    again.addEventListener('error', () => fail(new Error(`Unable to preload CSS for ${again.href}`)))
  })
}

let times = 0
/** Chromium before 156 remembers a module's failed load: after one, it is requested under a URL of its own. */
export const fetched = <M,>(load: () => Promise<M>): Promise<M> =>
  load().catch((error: unknown) => {
    const [, address] = /dynamically imported module: (\S+)/.exec(String(error)) ?? []
    if (!failed || !address) throw error
    times += 1
    return import(/* @vite-ignore */ `${address}?${times}`) as Promise<M>
  })

export function codeOf<P extends object>(load: () => Promise<ComponentType<P>>): Code<P> {
  let coming: Promise<ComponentType<P>> | undefined
  let component: ComponentType<P> | undefined
  const keep = (loaded: ComponentType<P>) => {
    component = loaded
    return loaded
  }
  const forget = (error: unknown) => {
    coming = undefined
    failed = true
    throw error
  }
  return {
    loaded: () => component,
    preload: () => {
      coming ??= (failed ? restyle().then(load) : load()).then(keep, forget)
      return coming
    },
  }
}

interface LoadedProps<P> {
  code: Code<P>
  coming: Promise<ComponentType<P>>
  props: P
}
export function Loaded<P extends object>({ code, coming, props }: LoadedProps<P>) {
  const Component = code.loaded() ?? use(coming)
  return <Component {...props} />
}
