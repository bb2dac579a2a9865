import { somarDias } from '#domain/data.ts'
import { escolher, tratar } from './caminhada-das-tratativas.ts'
import type { PassoDePessoa } from './passos.ts'
import { semErro } from './sem-erro.ts'
import type { Pessoa, World } from './world.ts'

type De<T extends PassoDePessoa['tipo']> = Extract<PassoDePessoa, { tipo: T }>
type Metodo = 'GET' | 'POST' | 'PATCH' | 'DELETE'

interface Empresa {
  world: World
  operadores: readonly Pessoa[]
  cliente(qual: number): Promise<number>
  chamar(pessoa: Pessoa, metodo: Metodo, url: string, corpo?: object): Promise<void>
}

/** An operator at work for one customer. */
interface Trabalho {
  world: World
  pessoa: Pessoa
  id: number
  /** Of this customer. */
  base: string
  chamar(metodo: Metodo, url: string, corpo?: object): Promise<void>
}

const CONTAS = '/api/operador/contas-receber'

export async function daPessoa(empresa: Empresa, passo: PassoDePessoa): Promise<void> {
  const { world } = empresa
  const pessoa = empresa.operadores[passo.quem]!
  const id = await empresa.cliente(passo.cliente)
  const base = `/api/operador/clientes/${id}`
  const chamar: Trabalho['chamar'] = (metodo, url, corpo) => empresa.chamar(pessoa, metodo, url, corpo)
  const daqui = { world, pessoa, id, base, chamar }
  const emDias = (dias: number) => somarDias(world.hoje(), dias)
  switch (passo.tipo) {
    case 'assumir':
      return chamar('POST', `${base}/assumir`)
    case 'pausar': {
      const ate = passo.dias === null ? null : emDias(passo.dias)
      return chamar('PATCH', `${base}/pausar`, { motivo: 'Pediu prazo', ate })
    }
    case 'reativar':
      return chamar('PATCH', `${base}/reativar`, passo.amanha ? { a_partir_de: emDias(1) } : undefined)
    case 'devolver':
      return chamar('PATCH', `${base}/devolver`)
    case 'prometer':
    case 'cancelar_promessa':
    case 'contestar':
    case 'responder_contestacao':
      return tratar(empresa, passo, pessoa, id)
    case 'negociar':
      return negociar(daqui, passo)
    case 'cancelar_acordo':
      return cancelarAcordo(daqui)
    case 'pagar':
      return pagar(daqui, passo)
    case 'estornar':
      return estornar(daqui, passo.pagamento)
    case 'escrever': {
      const corpo = passo.template ? { template: 'reengajar' } : { conteudo: 'Bom dia! Podemos conversar?' }
      return chamar('POST', `${base}/mensagens`, corpo)
    }
    case 'codigo':
      return chamar('POST', `${base}/codigos`, { contas: await escolher(world, id, passo) })
    case 'ler':
      return chamar('GET', `${base}/mensagens`)
    case 'confirma_pessoa':
      return chamar('POST', `${base}/confirmar-pessoa`, { motivo: 'Confirmado por ligação' })
    case 'contato':
      return chamar('PATCH', base, { telefone: passo.telefone })
    case 'conta_nova': {
      const nova = { numero: `M-${world.numero()}`, valor: 77.77, vencimento: emDias(passo.em) }
      return chamar('POST', CONTAS, { cliente_id: id, ...nova })
    }
    case 'conta_muda':
    case 'conta_cancela': {
      const conta = await aConta(world, id, passo.conta)
      if (!conta) return
      const url = `${CONTAS}/${conta.id}`
      if (passo.tipo === 'conta_cancela') return chamar('PATCH', `${url}/cancelar`, { motivo: 'Engano' })
      return chamar('PATCH', url, { vencimento: emDias(passo.em) })
    }
  }
}

async function negociar({ world, pessoa, id, base, chamar }: Trabalho, passo: De<'negociar'>) {
  const resposta = await world.chamar(pessoa, 'POST', `${base}/negociacoes`, {
    contas: await escolher(world, id, { conta: 0, todas: passo.todas }),
    parcelas: passo.parcelas,
    incluir_encargos: passo.encargos,
    ...(passo.entrada ? { entrada: 10.01 } : {}),
    primeiro_vencimento: somarDias(world.hoje(), passo.em),
  })
  semErro(resposta)
  if (resposta.statusCode !== 201 || !passo.entrada) return
  const [{ conta_id: conta, valor }] = resposta.json().parcelas // the down payment is paid at once
  await chamar('POST', `${CONTAS}/${conta}/pagamentos`, { valor, pago_em: world.hoje(), forma: 'pix' })
}

async function cancelarAcordo({ world, id, base, chamar }: Trabalho) {
  const acordo = await world.db
    .selectFrom('negociacao')
    .select('id')
    .where('cliente_id', '=', id)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  if (acordo) await chamar('PATCH', `${base}/negociacoes/${acordo.id}/cancelar`, { motivo: 'Desistiu' })
}

async function pagar({ world, pessoa, id, chamar }: Trabalho, { conta: qual, quanto }: De<'pagar'>) {
  const conta = await aConta(world, id, qual)
  if (!conta) return
  const url = `${CONTAS}/${conta.id}`
  const vista = await world.chamar(pessoa, 'GET', url)
  semErro(vista)
  if (vista.statusCode !== 200) return
  const valor = quanto === 'tudo' ? vista.json().valor_atualizado : 13.37
  await chamar('POST', `${url}/pagamentos`, { valor, pago_em: world.hoje(), forma: 'pix' })
}

async function estornar({ world, id, chamar }: Trabalho, qual: number) {
  const pagamentos = await world.db
    .selectFrom('pagamento')
    .innerJoin('pagamento_alocacao', 'pagamento_alocacao.pagamento_id', 'pagamento.id')
    .select(['pagamento.id', 'pagamento_alocacao.conta_id'])
    .where('pagamento.cliente_id', '=', id)
    .orderBy('pagamento.id')
    .execute()
  const pagamento = pagamentos[qual % (pagamentos.length || 1)]
  if (!pagamento) return
  const url = `${CONTAS}/${pagamento.conta_id}/pagamentos/${pagamento.id}`
  await chamar('DELETE', url, { motivo: 'Cheque devolvido' })
}

async function aConta({ db }: World, clienteId: number, qual: number) {
  const contas = await db
    .selectFrom('conta')
    .select('id')
    .where('cliente_id', '=', clienteId)
    .orderBy('situacao')
    .orderBy('id')
    .execute()
  return contas[qual % (contas.length || 1)]
}
