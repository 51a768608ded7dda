export type Json =
  | string
  | number
  | boolean
  | null
  | { [key: string]: Json | undefined }
  | Json[]

export type Database = {
  // Allows to automatically instantiate createClient with right options
  // instead of createClient<Database, { PostgrestVersion: 'XX' }>(URL, KEY)
  __InternalSupabase: {
    PostgrestVersion: "13"
  }
  public: {
    Tables: {
      attribute_values: {
        Row: {
          attribute: string
          code: string
          display_order: number
          name: string
          translations: NonNullable<Json>
        }
        Insert: {
          attribute: string
          code: string
          display_order?: number
          name: string
          translations?: NonNullable<Json>
        }
        Update: {
          attribute?: string
          code?: string
          display_order?: number
          name?: string
          translations?: NonNullable<Json>
        }
        Relationships: [
          {
            foreignKeyName: "attribute_values_attribute_fkey"
            columns: ["attribute"]
            referencedRelation: "attributes"
            referencedColumns: ["code"]
          },
        ]
      }
      attributes: {
        Row: {
          code: string
          display_order: number
          is_filter: boolean
          name: string
          translations: NonNullable<Json>
          version: number
        }
        Insert: {
          code: string
          display_order?: number
          is_filter?: boolean
          name: string
          translations?: NonNullable<Json>
          version?: number
        }
        Update: {
          code?: string
          display_order?: number
          is_filter?: boolean
          name?: string
          translations?: NonNullable<Json>
          version?: number
        }
        Relationships: []
      }
      banners: {
        Row: {
          begins: string | null
          button: string | null
          created_at: string
          description: string
          display_order: number
          ends: string | null
          focus: string | null
          focus_wide: string | null
          id: string
          is_active: boolean
          is_current: boolean
          kind: string
          link: string | null
          picture: string | null
          title: string
          translations: NonNullable<Json>
          version: number
        }
        Insert: {
          begins?: string | null
          button?: string | null
          created_at?: string
          description?: string
          display_order?: number
          ends?: string | null
          focus?: string | null
          focus_wide?: string | null
          id?: string
          is_active?: boolean
          is_current?: boolean
          kind: string
          link?: string | null
          picture?: string | null
          title: string
          translations?: NonNullable<Json>
          version?: number
        }
        Update: {
          begins?: string | null
          button?: string | null
          created_at?: string
          description?: string
          display_order?: number
          ends?: string | null
          focus?: string | null
          focus_wide?: string | null
          id?: string
          is_active?: boolean
          is_current?: boolean
          kind?: string
          link?: string | null
          picture?: string | null
          title?: string
          translations?: NonNullable<Json>
          version?: number
        }
        Relationships: []
      }
      blocked_contacts: {
        Row: {
          contact: string
          ends: string
          id: string
          reason: string
          version: number
        }
        Insert: {
          contact: string
          ends: string
          id?: string
          reason: string
          version?: number
        }
        Update: {
          contact?: string
          ends?: string
          id?: string
          reason?: string
          version?: number
        }
        Relationships: []
      }
      career_positions: {
        Row: {
          department: string
          description: string
          id: string
          is_active: boolean
          location: string
          requirements: string[]
          responsibilities: string[]
          title: string
          translations: NonNullable<Json>
          type: string
          version: number
        }
        Insert: {
          department: string
          description?: string
          id?: string
          is_active?: boolean
          location: string
          requirements?: string[]
          responsibilities?: string[]
          title: string
          translations?: NonNullable<Json>
          type: string
          version?: number
        }
        Update: {
          department?: string
          description?: string
          id?: string
          is_active?: boolean
          location?: string
          requirements?: string[]
          responsibilities?: string[]
          title?: string
          translations?: NonNullable<Json>
          type?: string
          version?: number
        }
        Relationships: []
      }
      cart_items: {
        Row: {
          color: string
          position: number
          product_id: string
          quantity: number
          size: string
          user_id: string
        }
        Insert: {
          color?: string
          position?: never
          product_id: string
          quantity: number
          size?: string
          user_id: string
        }
        Update: {
          color?: string
          position?: never
          product_id?: string
          quantity?: number
          size?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "cart_items_user_id_fkey"
            columns: ["user_id"]
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      chat_messages: {
        Row: {
          attachment_type: string | null
          attachment_url: string | null
          conversation_id: string
          created_at: string
          has_attachment: boolean
          id: string
          is_from_predefined: boolean
          message_text: string
          metadata: NonNullable<Json>
          position: number
          sender_id: string | null
          sender_type: string
          temp_id: string | null
        }
        Insert: {
          attachment_type?: string | null
          attachment_url?: string | null
          conversation_id: string
          created_at?: string
          has_attachment?: never
          id?: string
          is_from_predefined?: boolean
          message_text?: string
          metadata?: NonNullable<Json>
          position?: number
          sender_id?: string | null
          sender_type?: string
          temp_id?: string | null
        }
        Update: {
          attachment_type?: string | null
          attachment_url?: string | null
          conversation_id?: string
          created_at?: string
          has_attachment?: never
          id?: string
          is_from_predefined?: boolean
          message_text?: string
          metadata?: NonNullable<Json>
          position?: number
          sender_id?: string | null
          sender_type?: string
          temp_id?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "chat_messages_conversation_id_fkey"
            columns: ["conversation_id"]
            referencedRelation: "user_conversations"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "chat_messages_sender_id_fkey"
            columns: ["sender_id"]
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      colors: {
        Row: {
          display_order: number
          id: string
          name: string
          translations: NonNullable<Json>
          value: string
          version: number
        }
        Insert: {
          display_order?: number
          id?: string
          name: string
          translations?: NonNullable<Json>
          value: string
          version?: number
        }
        Update: {
          display_order?: number
          id?: string
          name?: string
          translations?: NonNullable<Json>
          value?: string
          version?: number
        }
        Relationships: []
      }
      company_works: {
        Row: {
          category: string
          description: string
          display_order: number
          id: string
          image_url: string | null
          is_active: boolean
          is_featured: boolean
          link: string | null
          title: string
          translations: NonNullable<Json>
          version: number
          year: number
        }
        Insert: {
          category: string
          description?: string
          display_order?: number
          id?: string
          image_url?: string | null
          is_active?: boolean
          is_featured?: boolean
          link?: string | null
          title: string
          translations?: NonNullable<Json>
          version?: number
          year: number
        }
        Update: {
          category?: string
          description?: string
          display_order?: number
          id?: string
          image_url?: string | null
          is_active?: boolean
          is_featured?: boolean
          link?: string | null
          title?: string
          translations?: NonNullable<Json>
          version?: number
          year?: number
        }
        Relationships: []
      }
      contact_info: {
        Row: {
          address: string
          email: string
          hours: string
          id: string
          is_active: boolean
          phone: string
          translations: NonNullable<Json>
          version: number
          whatsapp: string | null
        }
        Insert: {
          address: string
          email: string
          hours?: string
          id?: string
          is_active?: boolean
          phone: string
          translations?: NonNullable<Json>
          version?: number
          whatsapp?: string | null
        }
        Update: {
          address?: string
          email?: string
          hours?: string
          id?: string
          is_active?: boolean
          phone?: string
          translations?: NonNullable<Json>
          version?: number
          whatsapp?: string | null
        }
        Relationships: []
      }
      contact_submissions: {
        Row: {
          answer_note: string | null
          answered_at: string | null
          created_at: string
          email: string
          first_name: string
          id: string
          last_name: string | null
          message: string
          phone: string | null
          subject: string | null
          version: number
        }
        Insert: {
          answer_note?: string | null
          answered_at?: string | null
          created_at?: string
          email: string
          first_name: string
          id?: string
          last_name?: string | null
          message: string
          phone?: string | null
          subject?: string | null
          version?: number
        }
        Update: {
          answer_note?: string | null
          answered_at?: string | null
          created_at?: string
          email?: string
          first_name?: string
          id?: string
          last_name?: string | null
          message?: string
          phone?: string | null
          subject?: string | null
          version?: number
        }
        Relationships: []
      }
      delivery_areas: {
        Row: {
          cities: string[]
          fee: number
          free_from: number | null
          id: string
          name: string
          version: number
        }
        Insert: {
          cities: string[]
          fee: number
          free_from?: number | null
          id?: string
          name: string
          version?: number
        }
        Update: {
          cities?: string[]
          fee?: number
          free_from?: number | null
          id?: string
          name?: string
          version?: number
        }
        Relationships: []
      }
      delivery_countries: {
        Row: {
          country: string
          fee: number
          first_day: number
          free_from: number | null
          is_served: boolean
          last_day: number
          version: number
        }
        Insert: {
          country: string
          fee: number
          first_day: number
          free_from?: number | null
          is_served?: boolean
          last_day: number
          version?: number
        }
        Update: {
          country?: string
          fee?: number
          first_day?: number
          free_from?: number | null
          is_served?: boolean
          last_day?: number
          version?: number
        }
        Relationships: []
      }
      delivery_rules: {
        Row: {
          business_days: number[]
          cut_off: string
          is_only: boolean
          version: number
        }
        Insert: {
          business_days?: number[]
          cut_off?: string
          is_only?: boolean
          version?: number
        }
        Update: {
          business_days?: number[]
          cut_off?: string
          is_only?: boolean
          version?: number
        }
        Relationships: []
      }
      desk_audit: {
        Row: {
          action: string
          actor: string | null
          actor_email: string
          after: Json | null
          before: Json | null
          id: number
          made_at: string
          subject_id: string
          subject_kind: string
        }
        Insert: {
          action: string
          actor?: string | null
          actor_email: string
          after?: Json | null
          before?: Json | null
          id?: never
          made_at?: string
          subject_id: string
          subject_kind: string
        }
        Update: {
          action?: string
          actor?: string | null
          actor_email?: string
          after?: Json | null
          before?: Json | null
          id?: never
          made_at?: string
          subject_id?: string
          subject_kind?: string
        }
        Relationships: []
      }
      desk_invitations: {
        Row: {
          id: string
          person: string
          sent_at: string
        }
        Insert: {
          id?: string
          person: string
          sent_at?: string
        }
        Update: {
          id?: string
          person?: string
          sent_at?: string
        }
        Relationships: []
      }
      desk_recovery_codes: {
        Row: {
          code_hash: string
          person: string
        }
        Insert: {
          code_hash: string
          person: string
        }
        Update: {
          code_hash?: string
          person?: string
        }
        Relationships: []
      }
      faq_categories: {
        Row: {
          display_order: number
          id: string
          is_active: boolean
          slug: string
          title: string
          translations: NonNullable<Json>
          version: number
        }
        Insert: {
          display_order?: number
          id?: string
          is_active?: boolean
          slug: string
          title: string
          translations?: NonNullable<Json>
          version?: number
        }
        Update: {
          display_order?: number
          id?: string
          is_active?: boolean
          slug?: string
          title?: string
          translations?: NonNullable<Json>
          version?: number
        }
        Relationships: []
      }
      faq_items: {
        Row: {
          answer: string
          category_id: string
          display_order: number
          id: string
          is_active: boolean
          question: string
          translations: NonNullable<Json>
          version: number
        }
        Insert: {
          answer: string
          category_id: string
          display_order?: number
          id?: string
          is_active?: boolean
          question: string
          translations?: NonNullable<Json>
          version?: number
        }
        Update: {
          answer?: string
          category_id?: string
          display_order?: number
          id?: string
          is_active?: boolean
          question?: string
          translations?: NonNullable<Json>
          version?: number
        }
        Relationships: [
          {
            foreignKeyName: "faq_items_category_id_fkey"
            columns: ["category_id"]
            referencedRelation: "faq_categories"
            referencedColumns: ["id"]
          },
        ]
      }
      files_to_remove: {
        Row: {
          bucket: string
          listed_at: string
          path: string
        }
        Insert: {
          bucket?: string
          listed_at?: string
          path: string
        }
        Update: {
          bucket?: string
          listed_at?: string
          path?: string
        }
        Relationships: []
      }
      footer_pages: {
        Row: {
          display_order: number
          id: string
          is_active: boolean
          section: string
          title: string
          translations: NonNullable<Json>
          version: number
        }
        Insert: {
          display_order?: number
          id?: string
          is_active?: boolean
          section: string
          title: string
          translations?: NonNullable<Json>
          version?: number
        }
        Update: {
          display_order?: number
          id?: string
          is_active?: boolean
          section?: string
          title?: string
          translations?: NonNullable<Json>
          version?: number
        }
        Relationships: []
      }
      hero_statistics: {
        Row: {
          counts: string | null
          display_order: number
          id: string
          is_active: boolean
          stat_key: string
          stat_label: string
          stat_value: number
          translations: NonNullable<Json>
          version: number
        }
        Insert: {
          counts?: string | null
          display_order?: number
          id?: string
          is_active?: boolean
          stat_key: string
          stat_label: string
          stat_value: number
          translations?: NonNullable<Json>
          version?: number
        }
        Update: {
          counts?: string | null
          display_order?: number
          id?: string
          is_active?: boolean
          stat_key?: string
          stat_label?: string
          stat_value?: number
          translations?: NonNullable<Json>
          version?: number
        }
        Relationships: []
      }
      holidays: {
        Row: {
          day: string
          id: string
          is_expected: boolean
          name: string
          version: number
        }
        Insert: {
          day: string
          id?: string
          is_expected?: boolean
          name: string
          version?: number
        }
        Update: {
          day?: string
          id?: string
          is_expected?: boolean
          name?: string
          version?: number
        }
        Relationships: []
      }
      listing_rules: {
        Row: {
          default_stars: boolean
          has_buy_now: boolean
          is_only: boolean
          picture_ratio: string
          version: number
        }
        Insert: {
          default_stars?: boolean
          has_buy_now?: boolean
          is_only?: boolean
          picture_ratio?: string
          version?: number
        }
        Update: {
          default_stars?: boolean
          has_buy_now?: boolean
          is_only?: boolean
          picture_ratio?: string
          version?: number
        }
        Relationships: []
      }
      mail_texts: {
        Row: {
          body: string
          button: string
          closing: string
          heading: string
          id: string
          kind: string
          subject: string
          translations: NonNullable<Json>
          version: number
        }
        Insert: {
          body: string
          button: string
          closing: string
          heading: string
          id?: string
          kind: string
          subject: string
          translations?: NonNullable<Json>
          version?: number
        }
        Update: {
          body?: string
          button?: string
          closing?: string
          heading?: string
          id?: string
          kind?: string
          subject?: string
          translations?: NonNullable<Json>
          version?: number
        }
        Relationships: []
      }
      newsletter_subscriptions: {
        Row: {
          confirmed_at: string | null
          created_at: string
          email: string
          id: string
          is_active: boolean
          source: string
        }
        Insert: {
          confirmed_at?: string | null
          created_at?: string
          email: string
          id?: string
          is_active?: boolean
          source?: string
        }
        Update: {
          confirmed_at?: string | null
          created_at?: string
          email?: string
          id?: string
          is_active?: boolean
          source?: string
        }
        Relationships: []
      }
      order_calls: {
        Row: {
          id: number
          made_at: string
          order_id: string
          outcome: string
        }
        Insert: {
          id?: never
          made_at?: string
          order_id: string
          outcome: string
        }
        Update: {
          id?: never
          made_at?: string
          order_id?: string
          outcome?: string
        }
        Relationships: [
          {
            foreignKeyName: "order_calls_order_id_fkey"
            columns: ["order_id"]
            referencedRelation: "orders"
            referencedColumns: ["id"]
          },
        ]
      }
      order_items: {
        Row: {
          color_id: string | null
          id: string
          is_in_code: boolean
          order_id: string
          price: number
          price_at_purchase: number
          product_id: string | null
          product_image: string | null
          product_name: string
          quantity: number
          selected_color: string | null
          selected_size: string | null
          set_off: number
          subtotal: number
          variant_id: string | null
        }
        Insert: {
          color_id?: string | null
          id?: string
          is_in_code?: boolean
          order_id: string
          price: number
          price_at_purchase: number
          product_id?: string | null
          product_image?: string | null
          product_name: string
          quantity: number
          selected_color?: string | null
          selected_size?: string | null
          set_off?: number
          subtotal: number
          variant_id?: string | null
        }
        Update: {
          color_id?: string | null
          id?: string
          is_in_code?: boolean
          order_id?: string
          price?: number
          price_at_purchase?: number
          product_id?: string | null
          product_image?: string | null
          product_name?: string
          quantity?: number
          selected_color?: string | null
          selected_size?: string | null
          set_off?: number
          subtotal?: number
          variant_id?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "order_items_color_id_fkey"
            columns: ["color_id"]
            referencedRelation: "colors"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "order_items_order_id_fkey"
            columns: ["order_id"]
            referencedRelation: "orders"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "order_items_product_id_fkey"
            columns: ["product_id"]
            referencedRelation: "products"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "order_items_variant_id_fkey"
            columns: ["variant_id"]
            referencedRelation: "product_variants"
            referencedColumns: ["id"]
          },
        ]
      }
      order_mails: {
        Row: {
          attempts: number
          claimed_at: string | null
          created_at: string
          due_at: string
          ended_at: string | null
          held_until: string | null
          id: string
          kind: string
          number: number
          order_id: string | null
          person: string | null
          problem: string | null
          refund_id: string | null
          return_id: string | null
          state: string
          taken_back_at: string | null
          uncertain_since: string | null
        }
        Insert: {
          attempts?: number
          claimed_at?: string | null
          created_at?: string
          due_at?: string
          ended_at?: string | null
          held_until?: string | null
          id?: string
          kind: string
          number?: never
          order_id?: string | null
          person?: string | null
          problem?: string | null
          refund_id?: string | null
          return_id?: string | null
          state?: string
          taken_back_at?: string | null
          uncertain_since?: string | null
        }
        Update: {
          attempts?: number
          claimed_at?: string | null
          created_at?: string
          due_at?: string
          ended_at?: string | null
          held_until?: string | null
          id?: string
          kind?: string
          number?: never
          order_id?: string | null
          person?: string | null
          problem?: string | null
          refund_id?: string | null
          return_id?: string | null
          state?: string
          taken_back_at?: string | null
          uncertain_since?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "order_mails_order_id_fkey"
            columns: ["order_id"]
            referencedRelation: "orders"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "order_mails_refund_id_fkey"
            columns: ["refund_id"]
            referencedRelation: "refunds"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "order_mails_return_id_fkey"
            columns: ["return_id"]
            referencedRelation: "returns"
            referencedColumns: ["id"]
          },
        ]
      }
      order_rules: {
        Row: {
          call_pause: string
          cash_fee: number
          guest_email_optional: boolean
          guests_order: boolean | null
          has_whole_rupees: boolean
          is_only: boolean
          large_price_change: number
          least_price: number
          mail_delay: string
          most_a_day: number
          most_calls: number
          most_cash: number
          most_pieces: number
          most_unconfirmed: number
          most_unpaid: number
          shoppers_change: boolean
          take_back_hold: string
          unconfirmed_hold: string
          unpaid_hold: string
          version: number
        }
        Insert: {
          call_pause?: string
          cash_fee?: number
          guest_email_optional?: boolean
          guests_order?: boolean | null
          has_whole_rupees?: boolean
          is_only?: boolean
          large_price_change?: number
          least_price?: number
          mail_delay?: string
          most_a_day?: number
          most_calls?: number
          most_cash?: number
          most_pieces?: number
          most_unconfirmed?: number
          most_unpaid?: number
          shoppers_change?: boolean
          take_back_hold?: string
          unconfirmed_hold?: string
          unpaid_hold?: string
          version?: number
        }
        Update: {
          call_pause?: string
          cash_fee?: number
          guest_email_optional?: boolean
          guests_order?: boolean | null
          has_whole_rupees?: boolean
          is_only?: boolean
          large_price_change?: number
          least_price?: number
          mail_delay?: string
          most_a_day?: number
          most_calls?: number
          most_cash?: number
          most_pieces?: number
          most_unconfirmed?: number
          most_unpaid?: number
          shoppers_change?: boolean
          take_back_hold?: string
          unconfirmed_hold?: string
          unpaid_hold?: string
          version?: number
        }
        Relationships: []
      }
      order_steps: {
        Row: {
          action: string
          before: NonNullable<Json>
          mails: number[]
          number: number
          order_id: string
          parcels: NonNullable<Json>
          return_id: string | null
          taken_at: string
          taken_back_at: string | null
          version: number
        }
        Insert: {
          action: string
          before: NonNullable<Json>
          mails?: number[]
          number?: never
          order_id: string
          parcels?: NonNullable<Json>
          return_id?: string | null
          taken_at?: string
          taken_back_at?: string | null
          version: number
        }
        Update: {
          action?: string
          before?: NonNullable<Json>
          mails?: number[]
          number?: never
          order_id?: string
          parcels?: NonNullable<Json>
          return_id?: string | null
          taken_at?: string
          taken_back_at?: string | null
          version?: number
        }
        Relationships: [
          {
            foreignKeyName: "order_steps_order_id_fkey"
            columns: ["order_id"]
            referencedRelation: "orders"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "order_steps_return_id_fkey"
            columns: ["return_id"]
            referencedRelation: "returns"
            referencedColumns: ["id"]
          },
        ]
      }
      orders: {
        Row: {
          arrives_from: string | null
          arrives_until: string | null
          attempt_hash: string
          attempt_key: string
          back_at: string | null
          billing_address: NonNullable<Json>
          cash_fee: number
          changes: NonNullable<Json>
          channel: string | null
          confirmed_at: string | null
          contact_email: string | null
          contact_phone: string | null
          corrections: number
          created_at: string
          delivery_fee: number
          device: string
          discount: number
          discount_reason: string | null
          due_amount: number
          failure_reason: string | null
          has_whole_rupees: boolean
          history: NonNullable<Json>
          hold_until: string | null
          holds_stock: boolean
          id: string
          keeps_contact_for_return: boolean
          language: string
          link_number: number
          notes: string | null
          order_id: string
          packed_at: string | null
          payment_method: string
          payment_status: boolean
          phone_confirmed_at: string | null
          placed_by_guest: boolean
          promo_code: string | null
          promo_discount: number
          promo_terms: Json | null
          savings: number
          set_terms: NonNullable<Json>
          shipping_address: NonNullable<Json>
          shipping_city: string
          shipping_method: string
          shipping_zip_code: string | null
          status: string
          subtotal: number
          total_amount: number
          tracking_number: string | null
          updated_at: string
          user_id: string | null
          version: number
        }
        Insert: {
          arrives_from?: string | null
          arrives_until?: string | null
          attempt_hash: string
          attempt_key: string
          back_at?: string | null
          billing_address: NonNullable<Json>
          cash_fee?: number
          changes?: NonNullable<Json>
          channel?: string | null
          confirmed_at?: string | null
          contact_email?: string | null
          contact_phone?: string | null
          corrections?: number
          created_at?: string
          delivery_fee: number
          device: string
          discount?: number
          discount_reason?: string | null
          due_amount?: number
          failure_reason?: string | null
          has_whole_rupees?: boolean
          history?: NonNullable<Json>
          hold_until?: string | null
          holds_stock?: boolean
          id?: string
          keeps_contact_for_return?: boolean
          language?: string
          link_number?: number
          notes?: string | null
          order_id: string
          packed_at?: string | null
          payment_method?: string
          payment_status?: boolean
          phone_confirmed_at?: string | null
          placed_by_guest?: boolean
          promo_code?: string | null
          promo_discount?: number
          promo_terms?: Json | null
          savings?: number
          set_terms?: NonNullable<Json>
          shipping_address: NonNullable<Json>
          shipping_city: string
          shipping_method?: string
          shipping_zip_code?: string | null
          status?: string
          subtotal: number
          total_amount: number
          tracking_number?: string | null
          updated_at?: string
          user_id?: string | null
          version?: number
        }
        Update: {
          arrives_from?: string | null
          arrives_until?: string | null
          attempt_hash?: string
          attempt_key?: string
          back_at?: string | null
          billing_address?: NonNullable<Json>
          cash_fee?: number
          changes?: NonNullable<Json>
          channel?: string | null
          confirmed_at?: string | null
          contact_email?: string | null
          contact_phone?: string | null
          corrections?: number
          created_at?: string
          delivery_fee?: number
          device?: string
          discount?: number
          discount_reason?: string | null
          due_amount?: number
          failure_reason?: string | null
          has_whole_rupees?: boolean
          history?: NonNullable<Json>
          hold_until?: string | null
          holds_stock?: boolean
          id?: string
          keeps_contact_for_return?: boolean
          language?: string
          link_number?: number
          notes?: string | null
          order_id?: string
          packed_at?: string | null
          payment_method?: string
          payment_status?: boolean
          phone_confirmed_at?: string | null
          placed_by_guest?: boolean
          promo_code?: string | null
          promo_discount?: number
          promo_terms?: Json | null
          savings?: number
          set_terms?: NonNullable<Json>
          shipping_address?: NonNullable<Json>
          shipping_city?: string
          shipping_method?: string
          shipping_zip_code?: string | null
          status?: string
          subtotal?: number
          total_amount?: number
          tracking_number?: string | null
          updated_at?: string
          user_id?: string | null
          version?: number
        }
        Relationships: [
          {
            foreignKeyName: "orders_user_id_fkey"
            columns: ["user_id"]
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      page_content: {
        Row: {
          content: string
          id: string
          is_published: boolean
          last_updated: string
          meta_description: string | null
          slug: string
          title: string
          translations: NonNullable<Json>
          version: number
        }
        Insert: {
          content?: string
          id?: string
          is_published?: boolean
          last_updated?: string
          meta_description?: string | null
          slug: string
          title: string
          translations?: NonNullable<Json>
          version?: number
        }
        Update: {
          content?: string
          id?: string
          is_published?: boolean
          last_updated?: string
          meta_description?: string | null
          slug?: string
          title?: string
          translations?: NonNullable<Json>
          version?: number
        }
        Relationships: []
      }
      payment_notifications: {
        Row: {
          amount: number | null
          body: string | null
          digest: string | null
          id: string
          message: NonNullable<Json>
          order_id: string | null
          payment_status: string | null
          provider: string
          provider_payment_id: string | null
          received_at: string
          source: string | null
          verdict: string | null
        }
        Insert: {
          amount?: number | null
          body?: string | null
          digest?: string | null
          id?: string
          message?: NonNullable<Json>
          order_id?: string | null
          payment_status?: string | null
          provider?: string
          provider_payment_id?: string | null
          received_at?: string
          source?: string | null
          verdict?: string | null
        }
        Update: {
          amount?: number | null
          body?: string | null
          digest?: string | null
          id?: string
          message?: NonNullable<Json>
          order_id?: string | null
          payment_status?: string | null
          provider?: string
          provider_payment_id?: string | null
          received_at?: string
          source?: string | null
          verdict?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "payment_notifications_order_id_fkey"
            columns: ["order_id"]
            referencedRelation: "orders"
            referencedColumns: ["id"]
          },
        ]
      }
      predefined_questions: {
        Row: {
          answer_text: string | null
          category: string
          display_order: number
          id: string
          is_active: boolean
          question_text: string
          translations: NonNullable<Json>
          version: number
        }
        Insert: {
          answer_text?: string | null
          category: string
          display_order?: number
          id?: string
          is_active?: boolean
          question_text: string
          translations?: NonNullable<Json>
          version?: number
        }
        Update: {
          answer_text?: string | null
          category?: string
          display_order?: number
          id?: string
          is_active?: boolean
          question_text?: string
          translations?: NonNullable<Json>
          version?: number
        }
        Relationships: []
      }
      product_attributes: {
        Row: {
          attribute: string
          product_id: string
          value: string
        }
        Insert: {
          attribute: string
          product_id: string
          value: string
        }
        Update: {
          attribute?: string
          product_id?: string
          value?: string
        }
        Relationships: [
          {
            foreignKeyName: "product_attributes_attribute_value_fkey"
            columns: ["attribute", "value"]
            referencedRelation: "attribute_values"
            referencedColumns: ["attribute", "code"]
          },
          {
            foreignKeyName: "product_attributes_product_id_fkey"
            columns: ["product_id"]
            referencedRelation: "products"
            referencedColumns: ["id"]
          },
        ]
      }
      product_categories: {
        Row: {
          age_group: string | null
          description: string | null
          display_order: number
          gender: string | null
          google_category: number | null
          id: string
          image_url: string | null
          is_active: boolean
          is_browse_section: boolean
          is_home: boolean
          name: string
          parent_id: string | null
          size_chart: string | null
          translations: NonNullable<Json>
          version: number
        }
        Insert: {
          age_group?: string | null
          description?: string | null
          display_order?: number
          gender?: string | null
          google_category?: number | null
          id?: string
          image_url?: string | null
          is_active?: boolean
          is_browse_section?: boolean
          is_home?: boolean
          name: string
          parent_id?: string | null
          size_chart?: string | null
          translations?: NonNullable<Json>
          version?: number
        }
        Update: {
          age_group?: string | null
          description?: string | null
          display_order?: number
          gender?: string | null
          google_category?: number | null
          id?: string
          image_url?: string | null
          is_active?: boolean
          is_browse_section?: boolean
          is_home?: boolean
          name?: string
          parent_id?: string | null
          size_chart?: string | null
          translations?: NonNullable<Json>
          version?: number
        }
        Relationships: [
          {
            foreignKeyName: "product_categories_parent_id_fkey"
            columns: ["parent_id"]
            referencedRelation: "product_categories"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "product_categories_size_chart_fkey"
            columns: ["size_chart"]
            referencedRelation: "size_charts"
            referencedColumns: ["name"]
          },
        ]
      }
      product_colors: {
        Row: {
          color_id: string
          display_order: number
          product_id: string
        }
        Insert: {
          color_id: string
          display_order?: number
          product_id: string
        }
        Update: {
          color_id?: string
          display_order?: number
          product_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "product_colors_color_id_fkey"
            columns: ["color_id"]
            referencedRelation: "colors"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "product_colors_product_id_fkey"
            columns: ["product_id"]
            referencedRelation: "products"
            referencedColumns: ["id"]
          },
        ]
      }
      product_features: {
        Row: {
          description: string
          display_order: number
          id: string
          product_id: string
          title: string
          translations: NonNullable<Json>
        }
        Insert: {
          description?: string
          display_order?: number
          id?: string
          product_id: string
          title: string
          translations?: NonNullable<Json>
        }
        Update: {
          description?: string
          display_order?: number
          id?: string
          product_id?: string
          title?: string
          translations?: NonNullable<Json>
        }
        Relationships: [
          {
            foreignKeyName: "product_features_product_id_fkey"
            columns: ["product_id"]
            referencedRelation: "products"
            referencedColumns: ["id"]
          },
        ]
      }
      product_media: {
        Row: {
          alt: string | null
          caption: string | null
          color_id: string | null
          display_order: number
          focus: string | null
          id: string
          is_banner: boolean
          is_featured: boolean
          original: string | null
          part: string | null
          product_id: string
          role: string | null
          translations: NonNullable<Json>
          url: string
        }
        Insert: {
          alt?: string | null
          caption?: string | null
          color_id?: string | null
          display_order?: number
          focus?: string | null
          id?: string
          is_banner?: boolean
          is_featured?: boolean
          original?: string | null
          part?: string | null
          product_id: string
          role?: string | null
          translations?: NonNullable<Json>
          url: string
        }
        Update: {
          alt?: string | null
          caption?: string | null
          color_id?: string | null
          display_order?: number
          focus?: string | null
          id?: string
          is_banner?: boolean
          is_featured?: boolean
          original?: string | null
          part?: string | null
          product_id?: string
          role?: string | null
          translations?: NonNullable<Json>
          url?: string
        }
        Relationships: [
          {
            foreignKeyName: "product_media_color_id_fkey"
            columns: ["color_id"]
            referencedRelation: "colors"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "product_media_product_id_fkey"
            columns: ["product_id"]
            referencedRelation: "products"
            referencedColumns: ["id"]
          },
        ]
      }
      product_pairs: {
        Row: {
          other_id: string
          price_off: number
          product_id: string
        }
        Insert: {
          other_id: string
          price_off?: number
          product_id: string
        }
        Update: {
          other_id?: string
          price_off?: number
          product_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "product_pairs_other_id_fkey"
            columns: ["other_id"]
            referencedRelation: "products"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "product_pairs_product_id_fkey"
            columns: ["product_id"]
            referencedRelation: "products"
            referencedColumns: ["id"]
          },
        ]
      }
      product_reviews: {
        Row: {
          created_at: string
          fit: string | null
          hidden_at: string | null
          hidden_reason: string | null
          id: string
          images: string[]
          product_id: string
          rating: number
          review_text: string
          size: string | null
          updated_at: string
          user_id: string
          usual_size: string | null
          version: number
        }
        Insert: {
          created_at?: string
          fit?: string | null
          hidden_at?: string | null
          hidden_reason?: string | null
          id?: string
          images?: string[]
          product_id: string
          rating: number
          review_text: string
          size?: string | null
          updated_at?: string
          user_id?: string
          usual_size?: string | null
          version?: number
        }
        Update: {
          created_at?: string
          fit?: string | null
          hidden_at?: string | null
          hidden_reason?: string | null
          id?: string
          images?: string[]
          product_id?: string
          rating?: number
          review_text?: string
          size?: string | null
          updated_at?: string
          user_id?: string
          usual_size?: string | null
          version?: number
        }
        Relationships: [
          {
            foreignKeyName: "product_reviews_product_id_fkey"
            columns: ["product_id"]
            referencedRelation: "products"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "product_reviews_user_id_fkey"
            columns: ["user_id"]
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      product_variants: {
        Row: {
          brand_size: string | null
          cup_size: string | null
          display_order: number
          id: string
          label: string
          material: string | null
          product_id: string
          size: string | null
          stock: number | null
        }
        Insert: {
          brand_size?: string | null
          cup_size?: string | null
          display_order?: number
          id?: string
          label?: never
          material?: string | null
          product_id: string
          size?: string | null
          stock?: number | null
        }
        Update: {
          brand_size?: string | null
          cup_size?: string | null
          display_order?: number
          id?: string
          label?: never
          material?: string | null
          product_id?: string
          size?: string | null
          stock?: number | null
        }
        Relationships: [
          {
            foreignKeyName: "product_variants_product_id_fkey"
            columns: ["product_id"]
            referencedRelation: "products"
            referencedColumns: ["id"]
          },
        ]
      }
      products: {
        Row: {
          category_id: string | null
          created_at: string
          deleted_at: string | null
          description: string
          discount: number
          final_price: number
          fit_notes: string | null
          has_no_size: boolean
          hero_heading: string | null
          id: string
          image_url: string | null
          is_active: boolean
          is_arrival: boolean
          is_banner: boolean
          is_featured: boolean
          is_top: boolean
          name: string
          offer_id: number | null
          picture_ratio: string | null
          price: number
          rating: number | null
          review_count: number
          search_name: string
          search_text: string
          search_tokens: string[]
          sku: string | null
          slug: string
          sold: number
          title: string | null
          translations: NonNullable<Json>
          updated_at: string
          version: number
        }
        Insert: {
          category_id?: string | null
          created_at?: string
          deleted_at?: string | null
          description?: string
          discount?: number
          final_price?: number
          fit_notes?: string | null
          has_no_size?: boolean
          hero_heading?: string | null
          id?: string
          image_url?: string | null
          is_active?: boolean
          is_arrival?: boolean
          is_banner?: boolean
          is_featured?: boolean
          is_top?: boolean
          name: string
          offer_id?: number | null
          picture_ratio?: string | null
          price: number
          rating?: number | null
          review_count?: number
          search_name?: string
          search_text?: string
          search_tokens?: string[]
          sku?: string | null
          slug: string
          sold?: number
          title?: string | null
          translations?: NonNullable<Json>
          updated_at?: string
          version?: number
        }
        Update: {
          category_id?: string | null
          created_at?: string
          deleted_at?: string | null
          description?: string
          discount?: number
          final_price?: number
          fit_notes?: string | null
          has_no_size?: boolean
          hero_heading?: string | null
          id?: string
          image_url?: string | null
          is_active?: boolean
          is_arrival?: boolean
          is_banner?: boolean
          is_featured?: boolean
          is_top?: boolean
          name?: string
          offer_id?: number | null
          picture_ratio?: string | null
          price?: number
          rating?: number | null
          review_count?: number
          search_name?: string
          search_text?: string
          search_tokens?: string[]
          sku?: string | null
          slug?: string
          sold?: number
          title?: string | null
          translations?: NonNullable<Json>
          updated_at?: string
          version?: number
        }
        Relationships: [
          {
            foreignKeyName: "products_category_id_fkey"
            columns: ["category_id"]
            referencedRelation: "product_categories"
            referencedColumns: ["id"]
          },
        ]
      }
      profile_addresses: {
        Row: {
          address_line1: string
          address_type: string
          apartment: string | null
          city: string
          country: string
          created_at: string
          first_name: string | null
          id: string
          is_primary: boolean
          last_name: string | null
          phone: string | null
          postal_code: string | null
          profile_id: string
        }
        Insert: {
          address_line1: string
          address_type?: string
          apartment?: string | null
          city: string
          country?: string
          created_at?: string
          first_name?: string | null
          id?: string
          is_primary?: boolean
          last_name?: string | null
          phone?: string | null
          postal_code?: string | null
          profile_id?: string
        }
        Update: {
          address_line1?: string
          address_type?: string
          apartment?: string | null
          city?: string
          country?: string
          created_at?: string
          first_name?: string | null
          id?: string
          is_primary?: boolean
          last_name?: string | null
          phone?: string | null
          postal_code?: string | null
          profile_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "profile_addresses_profile_id_fkey"
            columns: ["profile_id"]
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      profiles: {
        Row: {
          address: string | null
          avatar_url: string | null
          city: string | null
          created_at: string
          dob: string | null
          email: string | null
          full_name: string
          gender: string | null
          id: string
          language: string | null
          phone_number: string | null
          updated_at: string
        }
        Insert: {
          address?: string | null
          avatar_url?: string | null
          city?: string | null
          created_at?: string
          dob?: string | null
          email?: string | null
          full_name?: string
          gender?: string | null
          id: string
          language?: string | null
          phone_number?: string | null
          updated_at?: string
        }
        Update: {
          address?: string | null
          avatar_url?: string | null
          city?: string | null
          created_at?: string
          dob?: string | null
          email?: string | null
          full_name?: string
          gender?: string | null
          id?: string
          language?: string | null
          phone_number?: string | null
          updated_at?: string
        }
        Relationships: []
      }
      promo_codes: {
        Row: {
          category_id: string | null
          code: string
          created_at: string
          customer: string | null
          ends_at: string | null
          id: string
          is_active: boolean
          is_first_order: boolean
          kind: string
          minimum_total: number
          starts_at: string | null
          usage_limit: number | null
          used_count: number
          value: number
          version: number
        }
        Insert: {
          category_id?: string | null
          code: string
          created_at?: string
          customer?: string | null
          ends_at?: string | null
          id?: string
          is_active?: boolean
          is_first_order?: boolean
          kind: string
          minimum_total?: number
          starts_at?: string | null
          usage_limit?: number | null
          used_count?: number
          value: number
          version?: number
        }
        Update: {
          category_id?: string | null
          code?: string
          created_at?: string
          customer?: string | null
          ends_at?: string | null
          id?: string
          is_active?: boolean
          is_first_order?: boolean
          kind?: string
          minimum_total?: number
          starts_at?: string | null
          usage_limit?: number | null
          used_count?: number
          value?: number
          version?: number
        }
        Relationships: [
          {
            foreignKeyName: "promo_codes_category_id_fkey"
            columns: ["category_id"]
            referencedRelation: "product_categories"
            referencedColumns: ["id"]
          },
        ]
      }
      refunds: {
        Row: {
          amount: number
          created_at: string
          id: string
          note: string | null
          order_id: string | null
          provider: string
          provider_payment_id: string
          reason: string
          reference: string | null
          refunded_at: string | null
          return_id: string | null
        }
        Insert: {
          amount: number
          created_at?: string
          id?: string
          note?: string | null
          order_id?: string | null
          provider: string
          provider_payment_id: string
          reason: string
          reference?: string | null
          refunded_at?: string | null
          return_id?: string | null
        }
        Update: {
          amount?: number
          created_at?: string
          id?: string
          note?: string | null
          order_id?: string | null
          provider?: string
          provider_payment_id?: string
          reason?: string
          reference?: string | null
          refunded_at?: string | null
          return_id?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "refunds_order_id_fkey"
            columns: ["order_id"]
            referencedRelation: "orders"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "refunds_return_id_fkey"
            columns: ["return_id"]
            referencedRelation: "returns"
            referencedColumns: ["id"]
          },
        ]
      }
      return_items: {
        Row: {
          color: string | null
          color_id: string | null
          order_item_id: string
          price: number | null
          price_at_purchase: number | null
          product_id: string | null
          product_name: string | null
          quantity: number
          return_id: string
          size: string | null
          variant_id: string | null
        }
        Insert: {
          color?: string | null
          color_id?: string | null
          order_item_id: string
          price?: number | null
          price_at_purchase?: number | null
          product_id?: string | null
          product_name?: string | null
          quantity: number
          return_id: string
          size?: string | null
          variant_id?: string | null
        }
        Update: {
          color?: string | null
          color_id?: string | null
          order_item_id?: string
          price?: number | null
          price_at_purchase?: number | null
          product_id?: string | null
          product_name?: string | null
          quantity?: number
          return_id?: string
          size?: string | null
          variant_id?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "return_items_color_id_fkey"
            columns: ["color_id"]
            referencedRelation: "colors"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "return_items_order_item_id_fkey"
            columns: ["order_item_id"]
            referencedRelation: "order_items"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "return_items_return_id_fkey"
            columns: ["return_id"]
            referencedRelation: "returns"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "return_items_variant_id_fkey"
            columns: ["variant_id"]
            referencedRelation: "product_variants"
            referencedColumns: ["id"]
          },
        ]
      }
      returns: {
        Row: {
          answer: string | null
          corrections: number
          created_at: string
          due_amount: number
          history: NonNullable<Json>
          id: string
          kind: string
          note: string | null
          number: string | null
          order_id: string
          photos: string[]
          reason: string
          refund_amount: number
          request_key: string
          status: string
          updated_at: string
          version: number
        }
        Insert: {
          answer?: string | null
          corrections?: number
          created_at?: string
          due_amount?: number
          history?: NonNullable<Json>
          id?: string
          kind: string
          note?: string | null
          number?: string | null
          order_id: string
          photos?: string[]
          reason: string
          refund_amount?: number
          request_key: string
          status?: string
          updated_at?: string
          version?: number
        }
        Update: {
          answer?: string | null
          corrections?: number
          created_at?: string
          due_amount?: number
          history?: NonNullable<Json>
          id?: string
          kind?: string
          note?: string | null
          number?: string | null
          order_id?: string
          photos?: string[]
          reason?: string
          refund_amount?: number
          request_key?: string
          status?: string
          updated_at?: string
          version?: number
        }
        Relationships: [
          {
            foreignKeyName: "returns_order_id_fkey"
            columns: ["order_id"]
            referencedRelation: "orders"
            referencedColumns: ["id"]
          },
        ]
      }
      review_votes: {
        Row: {
          created_at: string
          review_id: string
          user_id: string
        }
        Insert: {
          created_at?: string
          review_id: string
          user_id?: string
        }
        Update: {
          created_at?: string
          review_id?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "review_votes_review_id_fkey"
            columns: ["review_id"]
            referencedRelation: "product_reviews"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "review_votes_user_id_fkey"
            columns: ["user_id"]
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      search_answers: {
        Row: {
          answer: string
          id: string
          instead: string | null
          translations: NonNullable<Json>
          version: number
          word: string
        }
        Insert: {
          answer: string
          id?: string
          instead?: string | null
          translations?: NonNullable<Json>
          version?: number
          word: string
        }
        Update: {
          answer?: string
          id?: string
          instead?: string | null
          translations?: NonNullable<Json>
          version?: number
          word?: string
        }
        Relationships: []
      }
      search_synonyms: {
        Row: {
          meaning: string
          word: string
        }
        Insert: {
          meaning: string
          word: string
        }
        Update: {
          meaning?: string
          word?: string
        }
        Relationships: []
      }
      size_chart_rows: {
        Row: {
          bust: number[] | null
          chart: string
          display_order: number
          eu: string
          hips: number[] | null
          shoulder: number[] | null
          size: string
          uk: string
          underbust: number[] | null
          us: string
          waist: number[] | null
        }
        Insert: {
          bust?: number[] | null
          chart: string
          display_order: number
          eu?: string
          hips?: number[] | null
          shoulder?: number[] | null
          size: string
          uk?: string
          underbust?: number[] | null
          us?: string
          waist?: number[] | null
        }
        Update: {
          bust?: number[] | null
          chart?: string
          display_order?: number
          eu?: string
          hips?: number[] | null
          shoulder?: number[] | null
          size?: string
          uk?: string
          underbust?: number[] | null
          us?: string
          waist?: number[] | null
        }
        Relationships: [
          {
            foreignKeyName: "size_chart_rows_chart_fkey"
            columns: ["chart"]
            referencedRelation: "size_charts"
            referencedColumns: ["name"]
          },
        ]
      }
      size_charts: {
        Row: {
          advice: string
          display_order: number
          name: string
          title: string
          translations: NonNullable<Json>
          unit: string
          version: number
        }
        Insert: {
          advice: string
          display_order?: number
          name: string
          title: string
          translations?: NonNullable<Json>
          unit?: string
          version?: number
        }
        Update: {
          advice?: string
          display_order?: number
          name?: string
          title?: string
          translations?: NonNullable<Json>
          unit?: string
          version?: number
        }
        Relationships: []
      }
      social_media: {
        Row: {
          id: string
          is_active: boolean
          platform: string
          url: string
          version: number
        }
        Insert: {
          id?: string
          is_active?: boolean
          platform: string
          url: string
          version?: number
        }
        Update: {
          id?: string
          is_active?: boolean
          platform?: string
          url?: string
          version?: number
        }
        Relationships: []
      }
      stock_alerts: {
        Row: {
          claimed_at: string | null
          color_id: string | null
          created_at: string
          email: string
          first_claimed_at: string | null
          id: string
          language: string
          sent_at: string | null
          variant_id: string
        }
        Insert: {
          claimed_at?: string | null
          color_id?: string | null
          created_at?: string
          email: string
          first_claimed_at?: string | null
          id?: string
          language?: string
          sent_at?: string | null
          variant_id: string
        }
        Update: {
          claimed_at?: string | null
          color_id?: string | null
          created_at?: string
          email?: string
          first_claimed_at?: string | null
          id?: string
          language?: string
          sent_at?: string | null
          variant_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "stock_alerts_color_id_fkey"
            columns: ["color_id"]
            referencedRelation: "colors"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "stock_alerts_variant_id_fkey"
            columns: ["variant_id"]
            referencedRelation: "product_variants"
            referencedColumns: ["id"]
          },
        ]
      }
      stock_changes: {
        Row: {
          change: number | null
          color: string | null
          color_id: string | null
          created_at: string
          form: string | null
          id: number
          note: string | null
          operator: string | null
          operator_email: string | null
          order_id: string | null
          product_id: string
          reason: string
          size: string
          stock_after: number | null
          variant_id: string
        }
        Insert: {
          change?: number | null
          color?: string | null
          color_id?: string | null
          created_at?: string
          form?: string | null
          id?: never
          note?: string | null
          operator?: string | null
          operator_email?: string | null
          order_id?: string | null
          product_id: string
          reason: string
          size: string
          stock_after?: number | null
          variant_id: string
        }
        Update: {
          change?: number | null
          color?: string | null
          color_id?: string | null
          created_at?: string
          form?: string | null
          id?: never
          note?: string | null
          operator?: string | null
          operator_email?: string | null
          order_id?: string | null
          product_id?: string
          reason?: string
          size?: string
          stock_after?: number | null
          variant_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "stock_changes_order_id_fkey"
            columns: ["order_id"]
            referencedRelation: "orders"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "stock_changes_product_id_fkey"
            columns: ["product_id"]
            referencedRelation: "products"
            referencedColumns: ["id"]
          },
        ]
      }
      tax_rules: {
        Row: {
          business_name: string | null
          is_only: boolean
          ntn: string | null
          sales_tax: number | null
          strn: string | null
          version: number
        }
        Insert: {
          business_name?: string | null
          is_only?: boolean
          ntn?: string | null
          sales_tax?: number | null
          strn?: string | null
          version?: number
        }
        Update: {
          business_name?: string | null
          is_only?: boolean
          ntn?: string | null
          sales_tax?: number | null
          strn?: string | null
          version?: number
        }
        Relationships: []
      }
      testimonials: {
        Row: {
          created_at: string
          customer_name: string | null
          display_order: number
          id: string
          is_active: boolean
          rating: number | null
          review_text: string
          translations: NonNullable<Json>
          version: number
        }
        Insert: {
          created_at?: string
          customer_name?: string | null
          display_order?: number
          id?: string
          is_active?: boolean
          rating?: number | null
          review_text: string
          translations?: NonNullable<Json>
          version?: number
        }
        Update: {
          created_at?: string
          customer_name?: string | null
          display_order?: number
          id?: string
          is_active?: boolean
          rating?: number | null
          review_text?: string
          translations?: NonNullable<Json>
          version?: number
        }
        Relationships: []
      }
      transactions: {
        Row: {
          created_at: string
          id: string
          order_id: string
          order_ref: string
          response: NonNullable<Json>
        }
        Insert: {
          created_at?: string
          id?: string
          order_id: string
          order_ref: string
          response?: NonNullable<Json>
        }
        Update: {
          created_at?: string
          id?: string
          order_id?: string
          order_ref?: string
          response?: NonNullable<Json>
        }
        Relationships: [
          {
            foreignKeyName: "transactions_order_id_fkey"
            columns: ["order_id"]
            referencedRelation: "orders"
            referencedColumns: ["id"]
          },
        ]
      }
      user_conversations: {
        Row: {
          assignee: string | null
          created_at: string
          created_by: string
          id: string
          last_message_time: string
          last_position: number
          mode: string
          order_id: string | null
          status: string
          title: string
          unread_count: number
          version: number
          waiting_since: string | null
        }
        Insert: {
          assignee?: string | null
          created_at?: string
          created_by?: string
          id?: string
          last_message_time?: string
          last_position?: number
          mode?: string
          order_id?: string | null
          status?: string
          title: string
          unread_count?: number
          version?: number
          waiting_since?: string | null
        }
        Update: {
          assignee?: string | null
          created_at?: string
          created_by?: string
          id?: string
          last_message_time?: string
          last_position?: number
          mode?: string
          order_id?: string | null
          status?: string
          title?: string
          unread_count?: number
          version?: number
          waiting_since?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "user_conversations_assignee_fkey"
            columns: ["assignee"]
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "user_conversations_created_by_fkey"
            columns: ["created_by"]
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "user_conversations_order_id_fkey"
            columns: ["order_id"]
            referencedRelation: "orders"
            referencedColumns: ["id"]
          },
        ]
      }
      variant_stock: {
        Row: {
          color_id: string
          stock: number | null
          variant_id: string
        }
        Insert: {
          color_id: string
          stock?: number | null
          variant_id: string
        }
        Update: {
          color_id?: string
          stock?: number | null
          variant_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "variant_stock_color_id_fkey"
            columns: ["color_id"]
            referencedRelation: "colors"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "variant_stock_variant_id_fkey"
            columns: ["variant_id"]
            referencedRelation: "product_variants"
            referencedColumns: ["id"]
          },
        ]
      }
      wishlist_items: {
        Row: {
          color: string
          position: number
          product_id: string
          quantity: number
          size: string
          user_id: string
        }
        Insert: {
          color?: string
          position?: never
          product_id: string
          quantity?: number
          size?: string
          user_id: string
        }
        Update: {
          color?: string
          position?: never
          product_id?: string
          quantity?: number
          size?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "wishlist_items_product_id_fkey"
            columns: ["product_id"]
            referencedRelation: "products"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "wishlist_items_user_id_fkey"
            columns: ["user_id"]
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
    }
    Views: {
      [_ in never]: never
    }
    Functions: {
      add_message: {
        Args: {
          p_attachment_type?: string
          p_attachment_url?: string
          p_conversation_id: string
          p_is_from_predefined?: boolean
          p_message_text: string
          p_temp_id?: string
        }
        Returns: Json
      }
      apply_discounts: { Args: Record<PropertyKey, never>; Returns: number }
      cancel_order: {
        Args: { p_attempt_key?: string; p_order_id: string; p_reason?: string }
        Returns: Json
      }
      catalogue_version: { Args: Record<PropertyKey, never>; Returns: string }
      change_cart: { Args: { p_change: string; p_lines?: Json }; Returns: Json }
      change_wishlist: {
        Args: { p_change: string; p_wishes?: Json }
        Returns: Json
      }
      claim_order_mails: { Args: { p_most?: number }; Returns: Json[] }
      claim_order_pushes: { Args: { p_most?: number }; Returns: Json[] }
      claim_parcels: {
        Args: { p_couriers: string[]; p_most?: number }
        Returns: Json[]
      }
      claim_stock_alerts: {
        Args: { p_most?: number }
        Returns: {
          color: string
          email: string
          id: string
          language: string
          product: string
          size: string
          slug: string
        }[]
      }
      claim_tracking: {
        Args: { p_couriers: string[]; p_most?: number }
        Returns: Json[]
      }
      confirm_order: { Args: { p_order_id: string }; Returns: undefined }
      count_funnel: {
        Args: { p_counts: Json; p_run: string }
        Returns: undefined
      }
      count_order_mails: { Args: Record<PropertyKey, never>; Returns: Json }
      count_sold: { Args: Record<PropertyKey, never>; Returns: undefined }
      create_conversation: {
        Args: {
          p_id?: string
          p_message?: string
          p_mode?: string
          p_order_id?: string
          p_title: string
        }
        Returns: string
      }
      delivery_fee: {
        Args: { p_city?: string; p_country?: string; p_goods?: number }
        Returns: number
      }
      delivery_terms: { Args: Record<PropertyKey, never>; Returns: Json }
      desk_add_browser: {
        Args: {
          p_auth: string
          p_endpoint: string
          p_name: string
          p_p256dh: string
        }
        Returns: undefined
      }
      desk_add_note: {
        Args: { p_order?: string; p_person?: string; p_text: string }
        Returns: string
      }
      desk_apply_import: {
        Args: { p_id: string; p_is_sure?: boolean; p_version: number }
        Returns: string
      }
      desk_apply_settlement: {
        Args: { p_id: string; p_seen: string; p_version: number }
        Returns: undefined
      }
      desk_archive: { Args: { p_id: string }; Returns: Json }
      desk_archives: { Args: Record<PropertyKey, never>; Returns: Json }
      desk_assign: {
        Args: { p_assignee?: string; p_id: string; p_version: number }
        Returns: undefined
      }
      desk_attachment: { Args: { p_message: string }; Returns: string }
      desk_attributes: { Args: Record<PropertyKey, never>; Returns: Json }
      desk_begin_archive: { Args: { p_id: string }; Returns: undefined }
      desk_book_parcels: {
        Args: {
          p_batch: string
          p_city?: string
          p_courier: string
          p_orders: Json
        }
        Returns: Json
      }
      desk_cancel_parcel: {
        Args: { p_id: string; p_version: number }
        Returns: undefined
      }
      desk_categories: { Args: Record<PropertyKey, never>; Returns: Json }
      desk_change_email: {
        Args: { p_email?: string; p_order_id: string; p_version: number }
        Returns: undefined
      }
      desk_change_order: {
        Args: {
          p_action: string
          p_note?: string
          p_order_id: string
          p_sure?: boolean
          p_tracking?: string
          p_version: number
        }
        Returns: Json
      }
      desk_change_products: {
        Args: {
          p_category?: string
          p_change: Json
          p_ids?: string[]
          p_is_discounted?: boolean
          p_search?: string
          p_state?: string
          p_stock?: string
        }
        Returns: string
      }
      desk_check_import: { Args: { p_id: string }; Returns: Json }
      desk_claim_picture: { Args: { p_id: string }; Returns: Json }
      desk_close: {
        Args: { p_id: string; p_version: number }
        Returns: undefined
      }
      desk_colleagues: { Args: Record<PropertyKey, never>; Returns: Json }
      desk_confirmations: { Args: { p_page?: number }; Returns: Json }
      desk_contact: {
        Args: { p_is_answered?: boolean; p_page?: number; p_search?: string }
        Returns: Json
      }
      desk_conversation: {
        Args: { p_before?: number; p_id: string }
        Returns: Json
      }
      desk_conversation_news: {
        Args: { p_after: number; p_id: string }
        Returns: Json
      }
      desk_conversations: {
        Args: { p_filter?: string; p_page?: number }
        Returns: Json
      }
      desk_correct_difference: {
        Args: {
          p_amount: number
          p_reason: string
          p_return: string
          p_version: number
        }
        Returns: undefined
      }
      desk_create_product: {
        Args: { p_is_sure?: boolean; p_name: string; p_price: number }
        Returns: string
      }
      desk_create_promo_code: {
        Args: { p_code: string; p_promo: Json }
        Returns: string
      }
      desk_create_size_chart: { Args: { p_chart: Json }; Returns: string }
      desk_create_text: {
        Args: {
          p_kind: string
          p_section?: string
          p_title: string
          p_topic: string
        }
        Returns: string
      }
      desk_crop_picture: {
        Args: {
          p_part: string
          p_picture: string
          p_product: string
          p_url: string
          p_version: number
        }
        Returns: undefined
      }
      desk_customer: { Args: { p_id: string }; Returns: Json }
      desk_customers: {
        Args: { p_page?: number; p_search?: string; p_tag?: string }
        Returns: Json
      }
      desk_decide_return: {
        Args: {
          p_amount?: number
          p_answer?: string
          p_return: string
          p_status: string
          p_version: number
        }
        Returns: undefined
      }
      desk_draft_order: {
        Args: {
          p_city?: string
          p_country?: string
          p_items: Json
          p_payment_method?: string
          p_promo_code?: string
          p_search?: string
        }
        Returns: Json
      }
      desk_duplicate_product: { Args: { p_id: string }; Returns: string }
      desk_edit_order: {
        Args: { p_change: Json; p_order_id: string; p_version: number }
        Returns: Json
      }
      desk_end_promo_code: {
        Args: { p_id: string; p_version: number }
        Returns: undefined
      }
      desk_exchange_choices: {
        Args: { p_order_id: string; p_product?: string }
        Returns: Json
      }
      desk_export_entries: { Args: { p_month: string }; Returns: Json }
      desk_export_orders: { Args: { p_numbers: string[] }; Returns: Json }
      desk_export_products: { Args: { p_after?: string }; Returns: Json }
      desk_export_settlement: { Args: { p_id?: string }; Returns: Json }
      desk_export_withheld: { Args: Record<PropertyKey, never>; Returns: Json }
      desk_funnel: { Args: { p_from: string; p_until: string }; Returns: Json }
      desk_give_role: {
        Args: { p_person: string; p_role: string }
        Returns: undefined
      }
      desk_hide_review: {
        Args: { p_id: string; p_reason?: string; p_version: number }
        Returns: undefined
      }
      desk_import: {
        Args: { p_id: string; p_list?: string; p_page?: number }
        Returns: Json
      }
      desk_imports: { Args: Record<PropertyKey, never>; Returns: Json }
      desk_invite: {
        Args: { p_email: string; p_role: string }
        Returns: string
      }
      desk_invite_again: { Args: { p_person: string }; Returns: string }
      desk_invoices: { Args: { p_numbers: string[] }; Returns: Json }
      desk_join_people: {
        Args: { p_id: string; p_other: string }
        Returns: undefined
      }
      desk_known_shopper: {
        Args: { p_person?: string; p_phone?: string }
        Returns: Json
      }
      desk_leave_out_bad_rows: { Args: { p_id: string }; Returns: undefined }
      desk_ledger: {
        Args: {
          p_figure?: string
          p_filter?: Json
          p_from: string
          p_page?: number
          p_until: string
        }
        Returns: Json
      }
      desk_list: { Args: { p_list: string }; Returns: Json }
      desk_listen: {
        Args: { p_by_mail: boolean; p_from: number; p_until: number }
        Returns: undefined
      }
      desk_listening: { Args: Record<PropertyKey, never>; Returns: Json }
      desk_lost_phone: { Args: { p_person: string }; Returns: undefined }
      desk_map_settlement: {
        Args: { p_columns: Json; p_id: string; p_version: number }
        Returns: undefined
      }
      desk_mark_contact: {
        Args: {
          p_id: string
          p_is_answered: boolean
          p_note?: string
          p_version: number
        }
        Returns: undefined
      }
      desk_me: { Args: Record<PropertyKey, never>; Returns: Json }
      desk_move_stock: {
        Args: {
          p_form?: string
          p_moves: Json
          p_note?: string
          p_reason: string
        }
        Returns: undefined
      }
      desk_newsletter: {
        Args: { p_page?: number; p_search?: string }
        Returns: Json
      }
      desk_newsletter_export: {
        Args: Record<PropertyKey, never>
        Returns: Json
      }
      desk_note_parcels: {
        Args: {
          p_courier: string
          p_is_shipped: boolean
          p_is_tried?: boolean
          p_rows: Json
        }
        Returns: Json
      }
      desk_notes: {
        Args: { p_order?: string; p_person?: string }
        Returns: Json
      }
      desk_operators: { Args: Record<PropertyKey, never>; Returns: Json }
      desk_order_aside: { Args: { p_order_id: string }; Returns: Json }
      desk_order_choices: { Args: { p_order_id: string }; Returns: Json }
      desk_order_ledger: { Args: { p_order_id: string }; Returns: Json }
      desk_orders: {
        Args: {
          p_channel?: string
          p_from?: string
          p_method?: string
          p_page?: number
          p_search?: string
          p_statuses?: string[]
          p_task?: string
          p_until?: string
        }
        Returns: Json
      }
      desk_orders_in_full: { Args: { p_numbers: string[] }; Returns: Json }
      desk_pairs: {
        Args: { p_product: string; p_search?: string }
        Returns: Json
      }
      desk_parcels: {
        Args: {
          p_batch?: string
          p_list?: string
          p_order?: string
          p_page?: number
        }
        Returns: Json
      }
      desk_part_person: { Args: { p_id: string }; Returns: undefined }
      desk_picture: { Args: { p_id: string }; Returns: Json }
      desk_place_order: {
        Args: { p_attempt_key: string; p_expected_total: number; p_order: Json }
        Returns: Json
      }
      desk_preview: { Args: { p_id: string }; Returns: Json }
      desk_product: { Args: { p_id: string }; Returns: Json }
      desk_product_checks: { Args: { p_id: string }; Returns: Json }
      desk_product_video: { Args: { p_product: string }; Returns: string }
      desk_products: {
        Args: {
          p_category?: string
          p_is_discounted?: boolean
          p_page?: number
          p_search?: string
          p_state?: string
          p_stock?: string
        }
        Returns: Json
      }
      desk_promo_code: { Args: { p_id: string }; Returns: Json }
      desk_promo_codes: {
        Args: { p_page?: number; p_state?: string }
        Returns: Json
      }
      desk_record_call: {
        Args: { p_order_id: string; p_outcome: string; p_version: number }
        Returns: number
      }
      desk_record_received: {
        Args: {
          p_amount: number
          p_id: string
          p_on: string
          p_version: number
        }
        Returns: undefined
      }
      desk_record_refund: {
        Args: { p_reference: string; p_refund: string }
        Returns: undefined
      }
      desk_recovery_codes: { Args: Record<PropertyKey, never>; Returns: number }
      desk_refund_part: {
        Args: {
          p_amount: number
          p_order_id: string
          p_reason: string
          p_version: number
        }
        Returns: undefined
      }
      desk_refunds: {
        Args: { p_is_sent?: boolean; p_page?: number }
        Returns: Json
      }
      desk_remove_attribute: {
        Args: { p_code: string; p_version: number }
        Returns: undefined
      }
      desk_remove_browser: { Args: { p_id: string }; Returns: undefined }
      desk_remove_category: {
        Args: { p_id: string; p_version: number }
        Returns: undefined
      }
      desk_remove_note: { Args: { p_id: string }; Returns: undefined }
      desk_remove_promo_code: {
        Args: { p_id: string; p_version: number }
        Returns: undefined
      }
      desk_remove_row: {
        Args: { p_id: string; p_list: string; p_version: number }
        Returns: undefined
      }
      desk_remove_settlement: {
        Args: { p_id: string; p_version: number }
        Returns: undefined
      }
      desk_remove_size_chart: {
        Args: { p_name: string; p_version: number }
        Returns: undefined
      }
      desk_remove_text: {
        Args: { p_id: string; p_kind: string; p_version: number }
        Returns: undefined
      }
      desk_reply: {
        Args: {
          p_attachment_type?: string
          p_attachment_url?: string
          p_id: string
          p_options?: string[]
          p_temp_id: string
          p_text: string
          p_version: number
        }
        Returns: undefined
      }
      desk_request_return: {
        Args: { p_order_id: string; p_reason?: string; p_request: Json }
        Returns: Json
      }
      desk_returns: {
        Args: { p_is_open?: boolean; p_page?: number }
        Returns: Json
      }
      desk_reverse_import: { Args: { p_id: string }; Returns: string }
      desk_reviews: {
        Args: { p_is_hidden?: boolean; p_page?: number; p_search?: string }
        Returns: Json
      }
      desk_sales: { Args: { p_from: string; p_until: string }; Returns: Json }
      desk_sales_by: {
        Args: { p_by: string; p_from: string; p_page?: number; p_until: string }
        Returns: Json
      }
      desk_save_attribute: {
        Args: { p_attribute: Json; p_code?: string; p_version?: number }
        Returns: string
      }
      desk_save_category: {
        Args: { p_category: Json; p_id?: string; p_version?: number }
        Returns: string
      }
      desk_save_pairs: {
        Args: {
          p_chosen: string[]
          p_offs?: number[]
          p_product: string
          p_shown: string[]
          p_version: number
        }
        Returns: undefined
      }
      desk_save_pictures: {
        Args: { p_pictures: Json; p_product: string; p_version: number }
        Returns: undefined
      }
      desk_save_product: {
        Args: { p_id: string; p_product: Json; p_version: number }
        Returns: undefined
      }
      desk_save_promo_code: {
        Args: { p_id: string; p_promo: Json; p_version: number }
        Returns: undefined
      }
      desk_save_recovery_codes: {
        Args: { p_hashes: string[] }
        Returns: undefined
      }
      desk_save_row: {
        Args: {
          p_id?: string
          p_list: string
          p_values: Json
          p_version?: number
        }
        Returns: string
      }
      desk_save_size_chart: {
        Args: { p_chart: Json; p_name: string; p_version: number }
        Returns: undefined
      }
      desk_save_stock: {
        Args: { p_product: string; p_sizes: Json; p_version: number }
        Returns: undefined
      }
      desk_save_synonyms: {
        Args: { p_meanings: string[]; p_was: string[]; p_word: string }
        Returns: undefined
      }
      desk_save_text: {
        Args: {
          p_button?: string
          p_closing?: string
          p_content: string
          p_description?: string
          p_id: string
          p_is_shown?: boolean
          p_kind: string
          p_title: string
          p_version: number
        }
        Returns: undefined
      }
      desk_save_translations: {
        Args: { p_kind?: string; p_owner?: string; p_texts: Json }
        Returns: number
      }
      desk_save_video: {
        Args: { p_path?: string; p_product: string; p_version: number }
        Returns: undefined
      }
      desk_search_words: { Args: Record<PropertyKey, never>; Returns: Json }
      desk_send_by_hand: {
        Args: { p_courier: string; p_is_shipped: boolean; p_rows: Json }
        Returns: Json
      }
      desk_set_no_size: {
        Args: { p_has_no_size: boolean; p_id: string; p_version: number }
        Returns: undefined
      }
      desk_set_product_state: {
        Args: { p_id: string; p_state: string; p_version: number }
        Returns: undefined
      }
      desk_set_shelf: {
        Args: { p_id: string; p_shelf: string }
        Returns: undefined
      }
      desk_settle_picture: {
        Args: {
          p_digest?: string
          p_focus?: string
          p_id: string
          p_original?: string
          p_place: number
          p_problem?: string
          p_url?: string
        }
        Returns: boolean
      }
      desk_settlement: {
        Args: { p_id: string; p_list?: string; p_page?: number }
        Returns: Json
      }
      desk_settlements: { Args: { p_page?: number }; Returns: Json }
      desk_start_import: {
        Args: {
          p_allows_new_sizes?: boolean
          p_file: string
          p_ignored?: string[]
          p_total: number
        }
        Returns: string
      }
      desk_start_settlement: {
        Args: {
          p_courier: string
          p_file: string
          p_headings: string[]
          p_lines?: Json
          p_rows: Json
        }
        Returns: string
      }
      desk_stock: { Args: { p_id: string }; Returns: Json }
      desk_stock_changes: {
        Args: { p_page?: number; p_product: string }
        Returns: Json
      }
      desk_store_archive: {
        Args: { p_crop: string; p_file: string; p_files: Json }
        Returns: string
      }
      desk_store_import_rows: {
        Args: { p_id: string; p_rows: Json }
        Returns: undefined
      }
      desk_tag_person: {
        Args: { p_id: string; p_is_tagged?: boolean; p_tag: string }
        Returns: undefined
      }
      desk_take_back: {
        Args: { p_order_id: string; p_reason: string; p_version: number }
        Returns: Json
      }
      desk_take_back_return: {
        Args: { p_reason: string; p_return: string; p_version: number }
        Returns: Json
      }
      desk_take_back_settlement: {
        Args: { p_id: string; p_reason: string; p_version: number }
        Returns: undefined
      }
      desk_take_role: { Args: { p_person: string }; Returns: undefined }
      desk_text: { Args: { p_id: string; p_kind: string }; Returns: Json }
      desk_texts: { Args: Record<PropertyKey, never>; Returns: Json }
      desk_today: { Args: Record<PropertyKey, never>; Returns: Json }
      desk_translation_counts: {
        Args: Record<PropertyKey, never>
        Returns: Json
      }
      desk_translations: {
        Args: {
          p_after?: string
          p_is_missing?: boolean
          p_kind?: string
          p_most?: number
          p_owner?: string
        }
        Returns: Json
      }
      desk_troubles: { Args: Record<PropertyKey, never>; Returns: Json }
      desk_try_search: {
        Args: { p_max_price?: number; p_min_price?: number; p_term: string }
        Returns: Json
      }
      desk_write_off: {
        Args: {
          p_amount: number
          p_id: string
          p_reason: string
          p_subject: string
          p_version: number
        }
        Returns: undefined
      }
      edit_own_order: {
        Args: {
          p_attempt_key?: string
          p_change: Json
          p_expected_total: number
          p_order_id: string
          p_version: number
        }
        Returns: Json
      }
      end_stock_alerts: { Args: { p_alert: string }; Returns: number }
      fail_payment: {
        Args: { p_attempt_key?: string; p_order_id: string; p_reason: string }
        Returns: boolean
      }
      find_names: { Args: { p_kind: string; p_names: string[] }; Returns: Json }
      flag_stale_payments: { Args: Record<PropertyKey, never>; Returns: Json }
      forget_old_stock_alerts: {
        Args: Record<PropertyKey, never>
        Returns: undefined
      }
      get_category_counts: {
        Args: { filter_is_discounted?: boolean }
        Returns: Json
      }
      get_completing: { Args: { product_ids: string[] }; Returns: Json }
      get_exchange_choices: {
        Args: { p_attempt_key?: string; p_order_id: string; p_product?: string }
        Returns: Json
      }
      get_filter_counts: {
        Args: {
          attribute_filters?: string[]
          brand_size_filters?: string[]
          category_ids?: string[]
          color_ids?: string[]
          cup_size_filters?: string[]
          filter_is_arrival?: boolean
          filter_is_discounted?: boolean
          filter_is_top?: boolean
          material_filters?: string[]
          max_price?: number
          min_price?: number
          search_term?: string
          size_filters?: string[]
        }
        Returns: Json
      }
      get_filter_options: { Args: Record<PropertyKey, never>; Returns: Json }
      get_guest_order: {
        Args: { p_attempt_key: string; p_order_id: string }
        Returns: Json
      }
      get_invoice: {
        Args: { p_attempt_key?: string; p_order_id: string }
        Returns: Json
      }
      get_own_order_change: {
        Args: { p_attempt_key?: string; p_order_id: string }
        Returns: Json
      }
      get_predefined_answer: {
        Args: { p_question_id: string }
        Returns: string
      }
      get_predefined_questions: {
        Args: Record<PropertyKey, never>
        Returns: {
          category: string
          id: string
          question_text: string
        }[]
      }
      get_product_reviews: {
        Args: {
          p_limit?: number
          p_product_id: string
          p_rating?: number
          p_size?: string
          p_sort?: string
        }
        Returns: Json
      }
      get_product_with_colors: { Args: { product_id: string }; Returns: Json }
      get_products: {
        Args: {
          attribute_filters?: string[]
          brand_size_filters?: string[]
          category_ids?: string[]
          color_ids?: string[]
          cup_size_filters?: string[]
          filter_in_stock?: boolean
          filter_is_active?: boolean
          filter_is_arrival?: boolean
          filter_is_banner?: boolean
          filter_is_discounted?: boolean
          filter_is_featured?: boolean
          filter_is_top?: boolean
          material_filters?: string[]
          max_price?: number
          min_price?: number
          page_number?: number
          page_size?: number
          search_term?: string
          size_filters?: string[]
          sort_by?: string
          sort_order?: string
        }
        Returns: Json
      }
      get_products_by_slug: { Args: { p_slugs: string[] }; Returns: Json }
      get_returnable: {
        Args: { p_attempt_key?: string; p_order_id: string }
        Returns: Json
      }
      get_returns: {
        Args: { p_attempt_key?: string; p_order_id: string }
        Returns: Json
      }
      get_search_suggestions: {
        Args: { limit_num?: number; search_term: string }
        Returns: {
          category_name: string
          color: string
          id: string
          name: string
          picture: string
          price: number
          size: string
          slug: string
        }[]
      }
      get_size_charts: { Args: Record<PropertyKey, never>; Returns: Json }
      guest_terms: { Args: Record<PropertyKey, never>; Returns: Json }
      hand_over_conversation: {
        Args: { p_conversation_id: string }
        Returns: undefined
      }
      is_file_shown: {
        Args: { p_bucket: string; p_path: string }
        Returns: boolean
      }
      is_product_gone: { Args: { product_id: string }; Returns: boolean }
      is_recovery_link_open: { Args: { token_hash: string }; Returns: boolean }
      issue_basket: {
        Args: {
          p_amount: number
          p_basket: string
          p_order: string
          p_provider: string
        }
        Returns: undefined
      }
      keep_password_tag: {
        Args: { p_shopper: string; p_tag: string }
        Returns: undefined
      }
      keep_stock_alert: {
        Args: {
          p_color?: string
          p_email: string
          p_size: string
          p_slug: string
        }
        Returns: undefined
      }
      list_emails_of_phone: {
        Args: { p_phone: string; p_tags: string[] }
        Returns: string[]
      }
      list_open_returns: {
        Args: Record<PropertyKey, never>
        Returns: {
          contact_email: string
          contact_phone: string
          created_at: string
          id: string
          items: string
          kind: string
          note: string
          order_id: string
          photos: string[]
          reason: string
          refund_amount: number
          status: string
        }[]
      }
      list_orders_to_confirm: {
        Args: Record<PropertyKey, never>
        Returns: {
          city: string
          language: string
          name: string
          order_id: string
          phone: string
          placed_at: string
          total: number
        }[]
      }
      list_refunds_due: {
        Args: Record<PropertyKey, never>
        Returns: {
          amount: number
          contact_email: string
          contact_phone: string
          created_at: string
          id: string
          order_id: string
          provider: string
          provider_payment_id: string
          reason: string
        }[]
      }
      list_unused_files: { Args: Record<PropertyKey, never>; Returns: number }
      mark_conversation_read: {
        Args: { p_conversation_id: string; p_position?: number }
        Returns: undefined
      }
      mark_review_helpful: { Args: { p_review_id: string }; Returns: boolean }
      note_desk_role: {
        Args: { p_account: string; p_before?: string; p_role?: string }
        Returns: undefined
      }
      note_tracking: {
        Args: { p_id: string; p_state: string; p_words: string }
        Returns: boolean
      }
      note_unsigned_notification: {
        Args: {
          p_digest: string
          p_message: Json
          p_provider: string
          p_source: string
          p_verdict: string
        }
        Returns: undefined
      }
      open_returns_of: { Args: { p_shopper: string }; Returns: Json }
      order_on_its_way: { Args: { p_shopper: string }; Returns: string }
      pay_in_cash: {
        Args: {
          p_attempt_key?: string
          p_earlier_keys?: string[]
          p_expected_total?: number
          p_order_id: string
        }
        Returns: Json
      }
      place_order: {
        Args: {
          p_attempt_hash: string
          p_attempt_key: string
          p_billing_address: Json
          p_contact_email: string
          p_device: string
          p_earlier_keys?: string[]
          p_expected_total?: number
          p_from_cart?: boolean
          p_items: Json
          p_notes?: string
          p_payment_method: string
          p_promo_code?: string
          p_shipping_address: Json
          p_shopper?: string
        }
        Returns: Json
      }
      price_cart: {
        Args: {
          p_city?: string
          p_country?: string
          p_email?: string
          p_items: Json
          p_payment_method?: string
          p_phone?: string
          p_promo_code?: string
          p_shopper?: string
        }
        Returns: Json
      }
      product_feed: {
        Args: { p_after?: string; p_most?: number }
        Returns: Json
      }
      record_payment: { Args: { p_payment: Json }; Returns: Json }
      refresh_home: { Args: Record<PropertyKey, never>; Returns: undefined }
      refuse_notification: {
        Args: { p_id: string; p_verdict: string }
        Returns: undefined
      }
      request_return: { Args: { p_request: Json }; Returns: Json }
      set_primary_address: { Args: { p_address_id: string }; Returns: boolean }
      settle_order_mail: {
        Args: {
          p_attempt: number
          p_id: string
          p_outcome: string
          p_problem?: string
        }
        Returns: undefined
      }
      settle_order_push: {
        Args: {
          p_attempt: number
          p_browser: string
          p_order: string
          p_outcome: string
          p_problem?: string
        }
        Returns: undefined
      }
      settle_parcel: {
        Args: {
          p_attempt: number
          p_id: string
          p_outcome: string
          p_problem?: string
          p_tracking?: string
        }
        Returns: string
      }
      shop_figures: { Args: Record<PropertyKey, never>; Returns: Json }
      start_payment: {
        Args: {
          p_attempt_key?: string
          p_earlier_keys?: string[]
          p_order_id: string
        }
        Returns: Json
      }
      store_notification: {
        Args: { p_body: string; p_provider: string; p_source: string }
        Returns: string
      }
      take_desk_invitation: { Args: { p_id: string }; Returns: Json }
      take_guest_order: {
        Args: { p_attempt_key: string; p_order_id: string }
        Returns: boolean
      }
      take_mail: { Args: { p_email: string }; Returns: number }
      track_order: {
        Args: { p_contact: string; p_number: string }
        Returns: Json
      }
      urdu_words: { Args: Record<PropertyKey, never>; Returns: Json }
      use_desk_recovery_code: {
        Args: { p_hashes: string[]; p_person: string }
        Returns: number
      }
      withdraw_return: {
        Args: { p_attempt_key?: string; p_order_id: string; p_return: string }
        Returns: undefined
      }
    }
    Enums: {
      [_ in never]: never
    }
    CompositeTypes: {
      [_ in never]: never
    }
  }
}

type DatabaseWithoutInternals = Omit<Database, "__InternalSupabase">

type DefaultSchema = DatabaseWithoutInternals[Extract<keyof Database, "public">]

export type Tables<
  DefaultSchemaTableNameOrOptions extends
    | keyof (DefaultSchema["Tables"] & DefaultSchema["Views"])
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"] &
        DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Views"])
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"] &
      DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Views"])[TableName] extends {
      Row: infer R
    }
    ? R
    : never
  : DefaultSchemaTableNameOrOptions extends keyof (DefaultSchema["Tables"] &
        DefaultSchema["Views"])
    ? (DefaultSchema["Tables"] &
        DefaultSchema["Views"])[DefaultSchemaTableNameOrOptions] extends {
        Row: infer R
      }
      ? R
      : never
    : never

export type TablesInsert<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema["Tables"]
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"]
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"][TableName] extends {
      Insert: infer I
    }
    ? I
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema["Tables"]
    ? DefaultSchema["Tables"][DefaultSchemaTableNameOrOptions] extends {
        Insert: infer I
      }
      ? I
      : never
    : never

export type TablesUpdate<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema["Tables"]
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"]
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"][TableName] extends {
      Update: infer U
    }
    ? U
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema["Tables"]
    ? DefaultSchema["Tables"][DefaultSchemaTableNameOrOptions] extends {
        Update: infer U
      }
      ? U
      : never
    : never

export type Enums<
  DefaultSchemaEnumNameOrOptions extends
    | keyof DefaultSchema["Enums"]
    | { schema: keyof DatabaseWithoutInternals },
  EnumName extends (DefaultSchemaEnumNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions["schema"]]["Enums"]
    : never) = never,
> = DefaultSchemaEnumNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions["schema"]]["Enums"][EnumName]
  : DefaultSchemaEnumNameOrOptions extends keyof DefaultSchema["Enums"]
    ? DefaultSchema["Enums"][DefaultSchemaEnumNameOrOptions]
    : never

export type CompositeTypes<
  PublicCompositeTypeNameOrOptions extends
    | keyof DefaultSchema["CompositeTypes"]
    | { schema: keyof DatabaseWithoutInternals },
  CompositeTypeName extends (PublicCompositeTypeNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions["schema"]]["CompositeTypes"]
    : never) = never,
> = PublicCompositeTypeNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions["schema"]]["CompositeTypes"][CompositeTypeName]
  : PublicCompositeTypeNameOrOptions extends keyof DefaultSchema["CompositeTypes"]
    ? DefaultSchema["CompositeTypes"][PublicCompositeTypeNameOrOptions]
    : never

export const Constants = {
  public: {
    Enums: {},
  },
} as const
