import { trabalhosDosCodigos } from '#server/codigos/codigos.jobs.ts'
import { prepararCodigos } from '#server/codigos/preparar.actions.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { BancoEmulado, PIX } from './psp.ts'
import type { Pessoa, World } from './world.ts'

export const DEVE = { valor_centavos: 10_000, vencimento: '2026-11-19', vencimento_util: '2026-11-19' }
const A_VENCER = { valor_centavos: 50_000, vencimento: '2026-12-10', vencimento_util: '2026-12-10' }

/** A company that receives by Pix, and a customer for whose accounts an operator asks codes. */
export async function cenario(world: World, contas = [DEVE, A_VENCER]) {
  const [admin, operador] = [await world.criarAdmin(), await world.criarOperador()]
  await world.chamar(admin, 'PUT', '/api/admin/configuracoes/recebimento', { pix: PIX })
  const cliente = await world.criarCliente({ documento: '52998224725' }, contas)
  const emitir = (quais = cliente.contas, quem: Pessoa = operador, headers = {}) =>
    world.chamar(quem, 'POST', `/api/operador/clientes/${cliente.id}/codigos`, { contas: quais }, headers)
  const listar = async () =>
    (await world.chamar(operador, 'GET', `/api/operador/clientes/${cliente.id}/codigos`)).json().data
  return { admin, operador, cliente, emitir, listar }
}

/** The same with a PSP of its own; `preparar`: before it is opened. */
export async function comBanco(
  world: World,
  usar: (banco: BancoEmulado, cena: Awaited<ReturnType<typeof cenario>>) => Promise<void>,
  preparar: (banco: BancoEmulado) => void = () => undefined,
) {
  const banco = new BancoEmulado(world)
  preparar(banco)
  await banco.abrir()
  try {
    const cena = await cenario(world)
    await banco.ligar(cena.admin)
    banco.pedidos.length = 0
    await usar(banco, cena)
  } finally {
    await banco.fechar()
  }
}

/** The PSP says of each charge that it removed it, while this holds. */
export const removida =
  (sim: () => boolean) =>
  ({ app }: BancoEmulado) =>
    app.addHook('onSend', async ({ method }, resposta, corpo) => {
      if (method !== 'GET' || !sim()) return corpo
      resposta.removeHeader('content-length')
      return String(corpo).replace('"status":"ATIVA"', '"status":"REMOVIDA_PELO_PSP"')
    })

/** The codes that a message about these accounts would bring, before the PSP is asked. */
export async function preparar({ db, servicos, relogio }: World, clienteId: number, contas: number[], comPsp = true) {
  const { recebedor } = await servicos.pix.meios()
  const pedido = { clienteId, contas, mensagemId: null }
  return emTransacao(db, (trx) =>
    prepararCodigos(trx, [pedido], { recebedor: recebedor!, comPsp, agora: relogio.agora() }),
  )
}

export const situacoes = async ({ db }: World) =>
  (await db.selectFrom('codigo').select('situacao').orderBy('id').execute()).map(({ situacao }) => situacao)

export const rodarTrabalho = ({ servicos }: World) =>
  trabalhosDosCodigos(servicos)[0]!.executar(new AbortController().signal)
