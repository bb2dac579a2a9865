import type { Modelo } from '#contract/modelos.ts'
import { ehCelular, normalizarTelefone } from '#domain/telefone.ts'
import { sessaoAtual } from '#web/api/sessao.ts'
import { avisar } from '#web/ui/avisar.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { FormTextField } from '#web/ui/formFields.tsx'
import { enviarTeste } from './modelos.api.ts'

/** The key of the phone of the person's last test, deleted with their session (api/sessao.ts). */
const lembrado = () => `celular-de-teste:${sessaoAtual()?.user.id}`

/** A message to one's own phone, with made-up values. */
export function TesteDialog({ modelo, aoFechar }: { modelo: Modelo; aoFechar: () => void }) {
  return (
    <FormDialog
      titulo={`Testar “${modelo.titulo}”`}
      acao="Enviar teste"
      valores={{ telefone: localStorage.getItem(lembrado()) ?? '' }}
      aoFechar={aoFechar}
      aoSalvar={async ({ telefone }) => {
        const enviado = await enviarTeste(modelo.tipo, telefone)
        localStorage.setItem(lembrado(), telefone)
        avisar(`A Meta aceitou o teste para ${enviado.telefone}. Deve chegar em instantes.`)
        aoFechar()
      }}
    >
      {({ control }) => (
        <>
          <p className="cinza">Vai a versão aprovada, com valores de exemplo. Nenhum cliente é contatado.</p>
          <FormTextField
            control={control}
            nome="telefone"
            rotulo="Seu celular"
            ajuda="Com DDD, como (19) 98812-4470."
            type="tel"
            autoComplete="tel"
            data-autofocus
            regras={{
              required: 'Informe o celular com DDD.',
              validate: (escrito) =>
                ehCelular(normalizarTelefone(escrito) ?? '') || 'Informe um celular com DDD, como (19) 98812-4470.',
            }}
          />
        </>
      )}
    </FormDialog>
  )
}
