import { useMutation } from '@tanstack/react-query'
import type { Cliente } from '#contract/clientes.ts'
import type { ClienteDetalhado } from '#contract/ficha.ts'
import { type Acao, acoesAceitas } from '#domain/cliente.ts'
import { callApi } from '#web/api/callApi.ts'
import type { Entrada } from '#web/api/contrato.ts'
import { ErroDaApi } from '#web/api/erro.ts'
import { recarregarCliente } from '#web/api/recarregar.ts'
import { irParaResposta } from '#web/mensagens/irParaResposta.ts'
import { avisar } from '#web/ui/avisar.tsx'
import { useFalhaDepois } from '#web/ui/useFalhaDepois.ts'
import { clienteDasListas } from './clientes.queries.ts'

/** A person's changes to a customer's status; refused or not, the customer is then refetched. */
export function useAcoesCliente(id: number) {
  const falhaDepois = useFalhaDepois()
  const aoFim = {
    // After the reload, which may take away the place that was still there when the refusal came.
    onSettled: async (_: unknown, erro: Error | null) => {
      const nome = clienteDasListas(id)?.nome
      await recarregarCliente(id)
      if (erro && !jaAssumido(erro)) falhaDepois(erro, nome)
    },
  }
  const params = { id }
  return {
    assumir: useMutation({
      mutationFn: () => callApi('POST /api/operador/clientes/:id/assumir', { params }),
      // After taking over one writes: the composer gets the focus, but not on a phone, whose keyboard would hide the
      // thread.
      onMutate: () => {
        if (!window.matchMedia('(pointer: coarse)').matches) irParaResposta()
      },
      // The customer leaves the slower operator's screen, so the reason is told in a toast.
      onError: (erro) => jaAssumido(erro) && avisar(erro.message),
      ...aoFim,
    }),
    reativar: useMutation({
      /** `aPartirDe`: a day to come; at once without it. */
      mutationFn: (aPartirDe: string | undefined) =>
        callApi('PATCH /api/operador/clientes/:id/reativar', {
          params,
          body: aPartirDe === undefined ? {} : { a_partir_de: aPartirDe },
        }),
      ...aoFim,
    }),
    devolver: useMutation({
      mutationFn: () => callApi('PATCH /api/operador/clientes/:id/devolver', { params }),
      ...aoFim,
    }),
    pausar: useMutation({
      mutationFn: (body: { motivo: string; ate: string | null }) =>
        callApi('PATCH /api/operador/clientes/:id/pausar', { params, body }),
      ...aoFim,
    }),
    confirmarPessoa: useMutation({
      mutationFn: (motivo: string) =>
        callApi('POST /api/operador/clientes/:id/confirmar-pessoa', { params, body: { motivo } }),
      ...aoFim,
    }),
    mudarContato: useMutation({
      mutationFn: (body: Entrada<'PATCH /api/operador/clientes/:id'>['body']) =>
        callApi('PATCH /api/operador/clientes/:id', { params, body }),
      ...aoFim,
    }),
  }
}

/** Another operator took the customer over first. */
export const jaAssumido = (erro: unknown): erro is ErroDaApi =>
  erro instanceof ErroDaApi && erro.codigo === 'ja_assumido'

export type Acoes = ReturnType<typeof useAcoesCliente>

const aceita =
  (acao: Acao) =>
  ({ status }: Pick<Cliente, 'status'>) =>
    acoesAceitas(status).includes(acao)
/** Screens never offer what would be refused: an agreement is taken over only by whoever made it, or when it is nobody's. */
export const podeAssumir = ({ status, operador }: Pick<Cliente, 'status' | 'operador'>, eu: number) =>
  aceita('assumir')({ status }) && (status !== 'negociado' || operador === null || operador.id === eu)
export const podePausar = aceita('pausar')
export const podeReativar = aceita('reativar')
/** One agreement at a time, also while it only waits. */
export const podeNegociar = ({ status, negociacao }: Pick<ClienteDetalhado, 'status' | 'negociacao'>) =>
  negociacao === null && aceita('negociar')({ status })
