import type { Escopo } from '#domain/integracao.ts'
import { abrir } from '#web/ui/dialogos.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { FormDateField, FormTextField } from '#web/ui/formFields.tsx'
import { Escolhas } from './Escolhas.tsx'
import { useIntegracoes } from './integracoes.api.ts'
import { DO_ESCOPO } from './palavras.ts'
import { Segredo } from './Segredo.tsx'

interface Valores {
  nome: string
  escopos: Escopo[]
  expira_em: string
}

export function TokenDialog({ aoFechar }: { aoFechar: () => void }) {
  const { criarToken } = useIntegracoes()
  return (
    <FormDialog<Valores>
      titulo="Novo token"
      acao="Criar token"
      valores={{ nome: '', escopos: [], expira_em: '' }}
      aoFechar={aoFechar}
      aoSalvar={async ({ expira_em, ...valores }) => {
        const { nome, token } = await criarToken.mutateAsync({ ...valores, expira_em: expira_em || null })
        aoFechar()
        void abrir((fechar) => (
          <Segredo
            titulo={`Token de ${nome}`}
            texto="O programa o manda em cada chamada: Authorization: Bearer, um espaço e o token."
            segredo={token}
            aoFechar={() => fechar()}
          />
        ))
      }}
    >
      {(form) => (
        <>
          <FormTextField
            control={form.control}
            nome="nome"
            rotulo="Programa"
            maxLength={80}
            ajuda="É o nome que aparece nos registros do que ele fizer."
            regras={{ required: 'Dê um nome ao programa.' }}
          />
          <Escolhas
            form={form}
            nome="escopos"
            legenda="O que ele pode fazer"
            palavras={DO_ESCOPO}
            exigencia="Escolha ao menos uma coisa que ele pode fazer."
          />
          <FormDateField
            control={form.control}
            nome="expira_em"
            rotulo="Vale até"
            opcional
            ajuda="O último dia. Sem data, vale até ser revogado."
          />
        </>
      )}
    </FormDialog>
  )
}
