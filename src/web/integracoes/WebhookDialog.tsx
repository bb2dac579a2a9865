import type { EventoDeIntegracao } from '#domain/integracao.ts'
import { abrir } from '#web/ui/dialogos.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { FormTextField } from '#web/ui/formFields.tsx'
import { Escolhas } from './Escolhas.tsx'
import { useIntegracoes } from './integracoes.api.ts'
import { DO_EVENTO } from './palavras.ts'
import { Segredo } from './Segredo.tsx'

interface Valores {
  url: string
  eventos: EventoDeIntegracao[]
}

export function WebhookDialog({ aoFechar }: { aoFechar: () => void }) {
  const { criarWebhook } = useIntegracoes()
  return (
    <FormDialog<Valores>
      titulo="Novo webhook"
      acao="Criar webhook"
      valores={{ url: '', eventos: [] }}
      aoFechar={aoFechar}
      aoSalvar={async (valores) => {
        const { segredo } = await criarWebhook.mutateAsync(valores)
        aoFechar()
        void abrir((fechar) => (
          <Segredo
            titulo="Segredo do webhook"
            texto="Com ele quem recebe confere a assinatura de cada aviso, pelo padrão Standard Webhooks."
            segredo={segredo}
            aoFechar={() => fechar()}
          />
        ))
      }}
    >
      {(form) => (
        <>
          <FormTextField
            control={form.control}
            nome="url"
            rotulo="Endereço"
            maxLength={2000}
            placeholder="https://erp.suaempresa.com.br/avisos"
            ajuda="Recebe um POST por aviso, e responde 2xx em até 10 segundos."
            regras={{ required: 'Informe o endereço que recebe os avisos.' }}
          />
          <Escolhas
            form={form}
            nome="eventos"
            legenda="Avisar quando houver"
            palavras={DO_EVENTO}
            exigencia="Escolha ao menos um evento."
          />
        </>
      )}
    </FormDialog>
  )
}
