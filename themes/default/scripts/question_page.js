/**
 * Entry of a question's own page: the question, and the noting of what is done there. Modes note for themselves.
 * @module
 */

import { noteOwnPage } from "./own_page.js";
import "./question.js";

noteOwnPage();
