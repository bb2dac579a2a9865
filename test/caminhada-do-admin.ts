import { somarDias } from '#domain/data.ts'
import { PASSOS_PADRAO } from '#domain/regua.ts'
import type { Palco } from './emulador.ts'
import type { PassoDeAdmin } from './passos.ts'
import type { Pessoa, World } from './world.ts'

const PASSOS = [
  PASSOS_PADRAO,
  [
    { dias: -1, tipo: 'lembrete', ativo: true },
    { dias: 1, tipo: 'atraso', ativo: true },
    { dias: 4, tipo: 'atraso_grave', ativo: true },
  ],
  PASSOS_PADRAO.map((passo) => ({ ...passo, ativo: passo.dias !== 0 && passo.dias !== 5 })),
  [],
] as const
const HORARIOS = [
  { inicio: '08:00', fim: '20:00', sabado_inicio: '08:00', sabado_fim: '14:00' },
  { inicio: '13:00', fim: '18:00', sabado_inicio: '09:00', sabado_fim: '09:00' },
] as const

/** The application and the administrator who acts. */
interface Empresa {
  world: World
  palco: Palco
  admin: Pessoa
  operadores: readonly Pessoa[]
  /** The id of one of the customers, for any number. */
  cliente(qual: number): Promise<number>
  chamar(pessoa: Pessoa, metodo: 'POST' | 'PUT' | 'PATCH', url: string, corpo?: object): Promise<void>
  entrarDeNovo(): Promise<void>
}

/** What an administrator does through the screens. */
export async function comoAdmin(empresa: Empresa, passo: PassoDeAdmin): Promise<void> {
  const { admin, operadores, palco, world } = empresa
  const admins = '/api/admin'
  const quem = (n: number) => operadores[n]!.id
  switch (passo.tipo) {
    case 'transferir': {
      const url = `${admins}/clientes/${await empresa.cliente(passo.cliente)}/transferir`
      return empresa.chamar(admin, 'POST', url, { operador_id: passo.para === null ? null : quem(passo.para) })
    }
    case 'distribuir':
      return empresa.chamar(admin, 'POST', `${admins}/clientes/distribuir`, { operadores: passo.entre.map(quem) })
    case 'anonimizar': {
      const url = `${admins}/clientes/${await empresa.cliente(passo.cliente)}/anonimizar`
      return empresa.chamar(admin, 'POST', url, { motivo: 'Pedido do titular' })
    }
    case 'regua':
      return empresa.chamar(admin, 'PUT', `${admins}/configuracoes/regua`, {
        passos: PASSOS[passo.passos],
        dias_uteis: passo.uteis,
        horario: HORARIOS[passo.horario],
        feriados: passo.feriado === null ? [] : [somarDias(world.hoje(), passo.feriado)],
        max_tentativas: passo.maximo,
        intervalo_minimo_dias: passo.intervalo,
        multa_percentual: passo.multa,
        juros_percentual_mes: passo.juros,
      })
    case 'pergunta':
      return empresa.chamar(admin, 'PUT', `${admins}/configuracoes/recebimento`, { confirmar_pessoa: passo.de_quem })
    case 'bloquear':
      return empresa.chamar(admin, 'PATCH', `${admins}/operadores/${quem(passo.quem)}/bloquear`)
    case 'desbloquear':
      await empresa.chamar(admin, 'PATCH', `${admins}/operadores/${quem(passo.quem)}/reativar`)
      return empresa.entrarDeNovo()
    case 'verificar':
      palco.emulador.cenario.situacao = 'normal'
      return empresa.chamar(admin, 'POST', `${admins}/configuracoes/whatsapp/verificar`)
  }
}
