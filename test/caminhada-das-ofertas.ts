import { comPolitica, POLITICA } from './aceite.ts'
import type { Passo, PassoDaOferta } from './passos.ts'
import type { Pessoa, World } from './world.ts'

interface Empresa {
  world: World
  admin: Pessoa
  chamar(pessoa: Pessoa, metodo: 'POST' | 'PUT' | 'PATCH', url: string, corpo?: object): Promise<void>
}

const APERTADA = [{ de_dias: 1, desconto_encargos: 50, desconto_principal: 0, parcelas_max: 1 }]

export const ehDaOferta = (passo: Passo): passo is PassoDaOferta => passo.tipo === 'politica' || passo.tipo === 'decide'

/** The policy changes, and an administrator decides about agreements beyond it. */
export async function pelasOfertas(empresa: Empresa, passo: PassoDaOferta): Promise<void> {
  const { world, admin } = empresa
  if (passo.tipo === 'politica') {
    if (passo.qual === 'nenhuma') return empresa.chamar(admin, 'PUT', POLITICA, { ativa: false })
    return comPolitica(world, admin, passo.qual === 'apertada' ? APERTADA : undefined)
  }
  const esperam = await world.db
    .selectFrom('negociacao')
    .select('id')
    .where('status', '=', 'aguarda_aprovacao')
    .orderBy('id')
    .execute()
  const acordo = esperam[passo.acordo % Math.max(1, esperam.length)]
  if (!acordo) return
  const corpo = passo.como === 'recusar' ? { motivo: 'Muito baixo' } : undefined
  return empresa.chamar(admin, 'POST', `/api/admin/negociacoes/${acordo.id}/${passo.como}`, corpo)
}
