import { SO_CONTAS_ABERTAS } from '#domain/conta.ts'
import { CamposInvalidos, RegraViolada } from '#domain/erros.ts'

/** Refusals whose sentence tells an operator what to do, reworded for the customer. */
const AO_CLIENTE: Partial<Record<string, string>> = {
  promessa_pendente:
    'Você já prometeu pagar uma destas contas. Para mudar o dia, fale com a empresa: toque em “Falar com uma pessoa”.',
  conta_contestada:
    'Uma destas contas já está contestada, e a empresa vai responder. Escolha só outras contas, ou toque em “Falar com uma pessoa”.',
  sem_recebimento:
    'A empresa ainda não recebe Pix por aqui. Para saber como pagar, fale com ela: toque em “Falar com uma pessoa”.',
  acordo_em_andamento:
    'Você já tem um acordo em andamento. Para mudar o que foi combinado, fale com a empresa: toque em “Falar com uma pessoa”.',
}

const JA_FECHADA =
  'Uma das contas escolhidas não está mais em aberto: foi paga, ou mudou. Esta página mostra como está agora.'

/** Runs what operators do as well; a refusal keeps its `codigo`, in words for the customer. */
export async function paraOCliente<T>(fazer: () => Promise<T>): Promise<T> {
  try {
    return await fazer()
  } catch (erro) {
    if (erro instanceof CamposInvalidos && erro.campos.contas?.[0] === SO_CONTAS_ABERTAS)
      throw new CamposInvalidos({ ...erro.campos, contas: [JA_FECHADA] })
    const dito = erro instanceof RegraViolada ? AO_CLIENTE[erro.codigo] : undefined
    throw dito === undefined ? erro : new RegraViolada((erro as RegraViolada).codigo, dito)
  }
}
