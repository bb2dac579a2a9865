export interface CodigoQr {
  code: string
  prefilled_message: string
  deep_link_url: string
}

/** The settings of the company's number; kept while the emulator runs. */
export class Empresa {
  perfil: Record<string, unknown> = {}
  /** The PIN of two-step verification; null until one is set. */
  pin: string | null = null
  readonly codigos = new Map<string, CodigoQr>()
  /** Phones (canonical) that the company blocked. */
  readonly bloqueados = new Set<string>()
}
