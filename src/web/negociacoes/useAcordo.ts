import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ClienteDetalhado } from '#contract/ficha.ts'
import type { Negociacao } from '#contract/negociacoes.ts'
import { somarDias } from '#domain/data.ts'
import { emCentavos, emReais } from '#domain/dinheiro.ts'
import { hoje } from '#web/api/agora.ts'
import { ErroDaApi, naoExiste } from '#web/api/erro.ts'
import { useChave } from '#web/api/useChave.ts'
import { abertoDe, somar } from '#web/contas-receber/palavras.ts'
import { useRascunho } from '#web/mensagens/useRascunho.ts'
import { avisar } from '#web/ui/avisar.tsx'
import { useFalhaDepois } from '#web/ui/useFalhaDepois.ts'
import { fecharAcordo } from './negociacoes.api.ts'
import { conferenciaQuery } from './negociacoes.queries.ts'
import { calcularProposta, type Formulario, type Proposta } from './proposta.ts'

const DIAS_ATE_PRIMEIRA = 10
const inicial = (): Formulario => ({
  incluir_encargos: true,
  desconto: '',
  desconto_em: 'reais',
  entrada: '',
  parcelas: '3',
  primeiro_vencimento: somarDias(hoje(), DIAS_ATE_PRIMEIRA),
  observacao: '',
  enviar_mensagem: true,
})

/** An agreement being made: what was typed, the proposal that results, and closing it. */
export function useAcordo(cliente: ClienteDetalhado, contas: ClienteDetalhado['contas']) {
  const [rascunho, guardar] = useRascunho(cliente.id, ':acordo')
  // Closed, it stays as it was until its panel goes: nobody sees, or hears, the conditions of the next one.
  const [feito, setFeito] = useState<{ de: number; formulario: Formulario } | null>(null)
  const formulario: Formulario =
    feito?.de === cliente.id ? feito.formulario : { ...inicial(), ...(rascunho && JSON.parse(rascunho)) }
  const [falha, setFalha] = useState<unknown>(null)
  const [enviando, setEnviando] = useState(false)
  const chave = useChave()
  const falhaDepois = useFalhaDepois()
  const base = {
    originalCentavos: emCentavos(somar(contas.map(abertoDe))),
    encargosCentavos: emCentavos(somar(contas.map((conta) => conta.encargos))),
    hoje: hoje(),
  }
  const proposta = calcularProposta(formulario, base)
  const pode = contas.length > 0 && Object.keys(proposta.erros).length === 0 && proposta.parcelas.length > 0
  const termos = termosDe(formulario, proposta, contas)
  const conferencia = useQuery(conferenciaQuery(cliente.id, pode && !enviando ? termos : null))
  const doServidor = falha instanceof ErroDaApi ? falha.campos : {}

  /** The agreement as it was closed, or as it waits for approval; a refusal (null) stays beside what was typed. */
  const fechar = async (): Promise<Negociacao | null> => {
    setEnviando(true)
    setFalha(null)
    const body = { ...termos, ...confirmacaoDe(formulario) }
    try {
      const fechado = await fecharAcordo(cliente.id, body, chave.para(body))
      chave.feito()
      setFeito({ de: cliente.id, formulario })
      guardar('')
      return fechado
    } catch (erro) {
      setFalha(erro)
      // Taken over meanwhile, the customer leaves the screen with this panel.
      if (naoExiste(erro)) avisar(`O acordo com ${cliente.nome} não foi fechado.`)
      else falhaDepois(erro, cliente.nome)
      return null
    } finally {
      setEnviando(false)
    }
  }
  return {
    formulario,
    proposta,
    base,
    falha,
    enviando,
    /** Whether something was typed: it is kept, even while another customer is opened, until closed or discarded. */
    tocado: rascunho !== '',
    descartar: () => {
      setFeito({ de: cliente.id, formulario })
      guardar('')
    },
    /** Not while what is said of the policy is of other conditions: the button would do what it does not say. */
    pode: pode && (enviando || !conferencia.isPlaceholderData),
    alem: conferencia.data?.alem ?? [],
    /** Why it is not known whether the policy allows it. */
    semConferencia: conferencia.data ? null : conferencia.error,
    erroDe: (campo: keyof Formulario) => proposta.erros[campo] ?? doServidor[campo]?.[0],
    mudar: (parte: Partial<Formulario>) => {
      setFalha(null)
      setFeito(null)
      guardar(JSON.stringify({ ...formulario, ...parte }))
    },
    fechar,
  }
}
export type Acordo = ReturnType<typeof useAcordo>

const termosDe = (formulario: Formulario, proposta: Proposta, contas: ClienteDetalhado['contas']) => ({
  contas: contas.map((conta) => conta.id),
  incluir_encargos: formulario.incluir_encargos,
  ...(proposta.descontoCentavos > 0 && { desconto: emReais(proposta.descontoCentavos) }),
  ...(proposta.entradaCentavos > 0 && { entrada: emReais(proposta.entradaCentavos) }),
  parcelas: Number(formulario.parcelas),
  primeiro_vencimento: formulario.primeiro_vencimento,
})

const confirmacaoDe = (formulario: Formulario) => ({
  enviar_mensagem: formulario.enviar_mensagem,
  ...(formulario.observacao.trim() && { observacao: formulario.observacao.trim() }),
})
