import type { FastifyBaseLogger } from 'fastify'
import type { Armazem } from '#server/armazem/armazem.ts'
import type { Disco } from '#server/armazem/disco.ts'
import type { AmbienteWhatsapp, ProvedorWhatsapp } from '#server/cloud-api/conta-whatsapp.ts'
import type { Config } from '#server/config.ts'
import type { Correio } from '#server/correio/correio.ts'
import type { Db } from '#server/db/schema.ts'
import type { Escuta } from '#server/jobs/escuta.ts'
import type { ProvedorPix } from '#server/psp/provedor.ts'
import type { SaidaSegura } from '#server/rede/saida-segura.ts'

/** Where business time comes from; tests and demonstrations move it. */
export interface Relogio {
  agora(): Date
  /** The machine's real time, even in a demonstration: authenticator codes depend on it. */
  deFora(): Date
}

/** Everything a slice may need, wired by hand in main.ts and in test/world.ts. */
export interface Servicos {
  db: Db
  relogio: Relogio
  log: FastifyBaseLogger
  /** 32 bytes: encrypts stored credentials and keys the hash of phones. */
  chaveSecreta: Buffer
  /** Where this machine keeps what is its own, and what is still arriving. */
  pastaDados: string
  /** Room on the disks of this machine that the company uses. */
  discos: () => Promise<Disco[]>
  /** Where the files of conversations are kept. */
  armazem: Armazem
  /** Origin outside programs reach us at, for the webhook's address (`http://127.0.0.1:3000`). */
  origem: string
  /** Proxies whose `X-Forwarded-For` is believed: addresses, ranges, or `loopback`. */
  proxies: string[]
  /** Lets Prometheus read /metrics from another machine; null: loopback only. */
  metricsToken: string | null
  /** What PostgreSQL notifies: live events and wake-ups. */
  escuta: Escuta
  /** How addresses that a person typed are called. */
  saida: SaidaSegura
  /** The WhatsApp account in force and its client. */
  whatsapp: ProvedorWhatsapp
  /** How the company receives, and its PSP's client. */
  pix: ProvedorPix
  /** The company's mail; null: it has none. */
  correio: Correio | null
  /** Operational settings from the environment that screens show. */
  operacao: Pick<Config, 'copia' | 'chaveAnterior'> & { contaDoAmbiente: AmbienteWhatsapp }
  /** Messages a second at most, over all nodes. */
  maxPorSegundo: number
}
