import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import type { FieldPath, UseFormReturn } from 'react-hook-form'
import type { Guarda } from '#contract/guarda.ts'
import { DIAS_DOS_EVENTOS, DIAS_DOS_EVENTOS_PADRAO, MESES_DA_GUARDA } from '#domain/guarda.ts'
import { callApi } from '#web/api/callApi.ts'
import { confirmar } from '#web/ui/confirmar.tsx'
import { ErrorState } from '#web/ui/estados.tsx'
import { Formulario } from '#web/ui/Formulario.tsx'
import { FormTextField } from '#web/ui/formFields.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { soOMudado } from '#web/ui/seguir.ts'
import { guardaQuery } from './configuracao.queries.ts'
import { lerPrazo, type Prazos } from './guarda.ts'
import { PreviaDaGuarda } from './PreviaDaGuarda.tsx'

/** For how long what nobody needs any more is kept, and what these limits would erase. */
export function GuardaPainel() {
  const { data, error, refetch } = useQuery(guardaQuery)
  if (error && !data)
    return <ErrorState titulo="Não foi possível abrir os prazos" erro={error} aoTentar={() => void refetch()} />
  return <Page largura={720}>{data ? <FormularioDaGuarda guarda={data} /> : <Skeleton altura={420} />}</Page>
}

const CAMPOS = {
  mensagens_meses: {
    rotulo: 'Textos das mensagens',
    ajuda: 'O texto é apagado. Ficam a data, a situação e quem enviou.',
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

/** A limit that is empty keeps for ever, but for the events. */
const comPadrao = (prazos: Prazos): Prazos =>
  prazos.eventos_dias === null ? { ...prazos, eventos_dias: DIAS_DOS_EVENTOS_PADRAO } : prazos

/** Whether more would be erased than today. */
function apagaMais(novos: Prazos, salvos: Guarda) {
  const [novo, antes] = [comPadrao(novos), comPadrao(salvos)]
  return NOMES.some((campo) => {
    const [agora, era] = [novo[campo], antes[campo]]
    return typeof agora === 'number' && (typeof era !== 'number' || agora < era)
  })
}

const AVISO = {
  titulo: 'Apagar o que passar destes prazos?',
  texto:
    'A primeira limpeza é amanhã, depois da meia-noite, e depois todos os dias. O que for apagado não volta: não há como desfazer, nem por nós.',
  acao: 'Salvar prazos',
  perigo: true,
}

function FormularioDaGuarda({ guarda }: { guarda: Guarda }) {
  const cache = useQueryClient()
  const valores = Object.fromEntries(NOMES.map((campo) => [campo, String(guarda[campo] ?? '')])) as Valores
  const aoGravar = async (dados: Valores) => {
    const novo = emPrazos(dados)
    if (apagaMais(novo, guarda) && !(await confirmar(AVISO))) return undefined
    const body = soOMudado(emPrazos(valores), novo)
    cache.setQueryData(guardaQuery.queryKey, await callApi('PUT /api/admin/configuracoes/guarda', { body }))
    return 'Prazos salvos: valem a partir de amanhã.'
  }
  return (
    <Formulario
      titulo="Por quanto tempo os dados ficam"
      texto="Em branco, nada é apagado além dos avisos recebidos. De quem deve, espera resposta, contesta ou tem crédito, tudo é mantido. Contas e pagamentos ficam sempre."
      nome="Guarda de dados"
      valores={valores}
      aoGravar={aoGravar}
      acao="Salvar prazos"
    >
      {(form) => (
        <>
          <div className="guarda-campos">
            {NOMES.map((campo) => (
              <CampoDePrazo key={campo} campo={campo} form={form} />
            ))}
          </div>
          <Previa form={form} />
        </>
      )}
    </Formulario>
  )
}

const Previa = ({ form }: { form: UseFormReturn<Valores> }) => (
  <PreviaDaGuarda prazos={useDeferredValue(comPadrao(emPrazos(form.watch())))} />
)

function CampoDePrazo({ campo, form }: { campo: Campo & FieldPath<Valores>; form: UseFormReturn<Valores> }) {
  const { rotulo, ajuda, limites, unidade } = CAMPOS[campo]
  return (
    <FormTextField
      control={form.control}
      nome={campo}
      rotulo={rotulo}
      ajuda={ajuda}
      inputMode="numeric"
      sufixo={unidade === 'meses' && form.watch(campo).trim() === '1' ? 'mês' : unidade}
      placeholder={campo === 'eventos_dias' ? String(DIAS_DOS_EVENTOS_PADRAO) : 'sempre'}
      regras={{
        validate: (texto) =>
          lerPrazo(String(texto), limites) !== undefined ||
          `Escreva de ${limites.min} a ${limites.max} ${unidade}, ou deixe vazio.`,
      }}
    />
  )
}
