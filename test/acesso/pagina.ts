import type { Cena } from './cena.ts'

const QUALQUER_UM = ['ok', 'ok', 'ok', 'ok'] as const
/** A customer signed in to their page. */
const SO_O_CLIENTE = [401, 401, 401, 401] as const
type Linha = readonly [
  acesso: typeof QUALQUER_UM | typeof SO_O_CLIENTE,
  corpo?: object | ((cena: Cena) => object),
  ok?: 422,
]

/** A link on somebody's phone, and the cookie obtained with the digits: no operator's token opens it, nor is one needed. */
export const DA_PAGINA: Record<string, Linha> = {
  'GET /api/publico/c/{token}': [QUALQUER_UM],
  'POST /api/publico/c/{token}/entrar': [QUALQUER_UM, { digitos: '999' }, 422],
  'GET /api/publico/c/{token}/inicio': [SO_O_CLIENTE],
  'POST /api/publico/c/{token}/codigos': [SO_O_CLIENTE, ({ contas }) => ({ contas })],
  'POST /api/publico/c/{token}/promessas': [SO_O_CLIENTE, ({ contas }) => ({ contas, ate: '2026-11-27' })],
  'POST /api/publico/c/{token}/contestacoes': [SO_O_CLIENTE, ({ contas }) => ({ contas, motivo: 'valor' })],
  'GET /api/publico/c/{token}/contestacoes/{contestacao}/arquivo': [SO_O_CLIENTE],
  'POST /api/publico/c/{token}/ofertas/{id}/aceitar': [SO_O_CLIENTE],
  'POST /api/publico/c/{token}/falar': [SO_O_CLIENTE, {}],
  'POST /api/publico/c/{token}/parar': [SO_O_CLIENTE],
  'POST /api/publico/c/{token}/nao-sou-eu': [QUALQUER_UM, {}, 422],
}
