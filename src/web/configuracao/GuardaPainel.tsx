import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { type FieldPath, type UseFormReturn, useForm } from 'react-hook-form'
import type { Guarda } from '#contract/guarda.ts'
import { DIAS_DOS_EVENTOS, DIAS_DOS_EVENTOS_PADRAO, MESES_DA_GUARDA } from '#domain/guarda.ts'
import { callApi } from '#web/api/callApi.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { avisar } from '#web/ui/avisar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { confirmar } from '#web/ui/dialogos.tsx'
import { ErrorState } from '#web/ui/estados.tsx'
import { FormTextField } from '#web/ui/formFields.tsx'
import { mostrarRecusa } from '#web/ui/mostrarRecusa.ts'
import { Page } from '#web/ui/Page.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useSaida } from '#web/ui/useSaida.ts'
import { guardaQuery } from './configuracao.queries.ts'
import { lerPrazo, type Prazos } from './guarda.ts'
import { PreviaDaGuarda } from './PreviaDaGuarda.tsx'

/** For how long what nobody needs any more is kept, and what would go. */
export function GuardaPainel() {
  const { data, error, refetch } = useQuery(guardaQuery)
  if (error && !data)
    return <ErrorState titulo="Não foi possível abrir os prazos" erro={error} aoTentar={() => void refetch()} />
  return <Page largura={720}>{data ? <Formulario guarda={data} /> : <Skeleton altura={420} />}</Page>
}

const CAMPOS = {
  mensagens_meses: {
    rotulo: 'Textos das mensagens',
    ajuda: 'Some o que foi escrito. Ficam a data, o status e quem enviou.',
    limites: MESES_DA_GUARDA,
    unidade: 'meses',
  },
  arquivos_meses: {
    rotulo: 'Arquivos das conversas',
    ajuda: 'Fotos, áudios e documentos trocados. Os de contestações ficam.',
    limites: MESES_DA_GUARDA,
    unidade: 'meses',
  },
  clientes_meses: {
    rotulo: 'Nomes de clientes concluídos',
    ajuda: 'Contado da conclusão ou da última mensagem. Valores e datas ficam.',
    limites: MESES_DA_GUARDA,
    unidade: 'meses',
  },
  eventos_dias: {
    rotulo: 'Avisos recebidos da Meta e do banco',
    ajuda: `O registro bruto, já processado. Vazio: ${DIAS_DOS_EVENTOS_PADRAO} dias.`,
    limites: DIAS_DOS_EVENTOS,
    unidade: 'dias',
  },
} as const
type Campo = keyof typeof CAMPOS
type Valores = Record<Campo, string>
const NOMES = Object.keys(CAMPOS) as Campo[]

const emPrazos = (valores: Valores) =>
  Object.fromEntries(NOMES.map((campo) => [campo, lerPrazo(valores[campo], CAMPOS[campo].limites)])) as Prazos

/** Whether anything would go that stays today. */
const apagaMais = (novo: Prazos, antes: Guarda) =>
  NOMES.some((campo) => {
    const [agora, era] = [novo[campo], antes[campo] ?? (campo === 'eventos_dias' ? DIAS_DOS_EVENTOS_PADRAO : null)]
    return typeof agora === 'number' && (era === null || agora < era)
  })

const AVISO = {
  titulo: 'Apagar o que passar destes prazos?',
  texto:
    'A primeira limpeza é amanhã, depois da meia-noite, e depois todos os dias. O que for apagado não volta: não há como desfazer, nem por nós.',
  acao: 'Salvar prazos',
  perigo: true,
}

function Formulario({ guarda }: { guarda: Guarda }) {
  const cache = useQueryClient()
  const valores = Object.fromEntries(NOMES.map((campo) => [campo, String(guarda[campo] ?? '')])) as Valores
  const form = useForm<Valores>({ values: valores, resetOptions: { keepDirtyValues: true }, mode: 'onTouched' })
  const { isDirty, isSubmitting, errors } = form.formState
  useSaida(isDirty, 'Os prazos de guarda ainda não foram salvos.')
  const salvar = useMutation({
    mutationFn: (body: Prazos) => callApi('PUT /api/admin/configuracoes/guarda', { body }),
    onSuccess: (nova) => cache.setQueryData(guardaQuery.queryKey, nova),
  })
  const gravar = form.handleSubmit(async (dados) => {
    const prazos = emPrazos(dados)
    if (apagaMais(prazos, guarda) && !(await confirmar(AVISO))) return
    try {
      await salvar.mutateAsync(prazos)
      form.reset(dados)
      avisar('Prazos salvos: valem a partir de amanhã.')
    } catch (erro) {
      mostrarRecusa(form, erro)
    }
  })
  const prazos = useDeferredValue(emPrazos(form.watch()))
  const recusa = errors.root?.servidor?.message
  return (
    <form className="cartao folgado empresa" aria-label="Guarda de dados" noValidate onSubmit={(e) => void gravar(e)}>
      <div>
        <h2 className="titulo">Por quanto tempo os dados ficam</h2>
        <p className="cinza">
          Vazio, nada é apagado. De quem deve, espera resposta, contesta ou tem crédito, tudo fica. Contas e pagamentos
          ficam sempre.
        </p>
      </div>
      <div className="guarda-campos">
        {NOMES.map((campo) => (
          <CampoDePrazo key={campo} campo={campo} form={form} />
        ))}
      </div>
      <PreviaDaGuarda prazos={prazos} />
      {recusa && <Alert tom="error">{recusa}</Alert>}
      <div className="flex to-end gap-8">
        <Button disabled={!isDirty || isSubmitting} onClick={() => form.reset(valores)}>
          Descartar
        </Button>
        <Button type="submit" variant="contained" disabled={!isDirty} loading={isSubmitting}>
          Salvar prazos
        </Button>
      </div>
    </form>
  )
}

function CampoDePrazo({ campo, form }: { campo: Campo & FieldPath<Valores>; form: UseFormReturn<Valores> }) {
  const { rotulo, ajuda, limites, unidade } = CAMPOS[campo]
  return (
    <FormTextField
      control={form.control}
      nome={campo}
      rotulo={rotulo}
      ajuda={ajuda}
      inputMode="numeric"
      sufixo={unidade}
      placeholder={campo === 'eventos_dias' ? String(DIAS_DOS_EVENTOS_PADRAO) : 'sempre'}
      regras={{
        validate: (texto) =>
          lerPrazo(String(texto), limites) !== undefined ||
          `Escreva de ${limites.min} a ${limites.max} ${unidade}, ou deixe vazio.`,
      }}
    />
  )
}
